import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { migrate } from "@/lib/core/db/migrate";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { configureEnv } from "@/lib/core/env/env";
import {
  type MintedClient,
  mintClient,
  mintCompany,
  mintGrant,
  mintManagementToken,
  mintOrganization,
} from "@/test/factories/mint";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";

const HOUR_MS = 3_600_000;
const MANAGEMENT_SCOPES = ["organization/clients/read", "organization/clients/write"];

/** An extension with scopes granted by a company. */
interface Installation {
  readonly clientId: string;
  readonly secret: string;
  readonly companyId: number;
  readonly userId: string;
  /** The signed-in seller's. */
  readonly cookie: string;
  readonly grantId: string;
  readonly organizationId: string;
}

/** The credentials of one request. */
interface Credential extends Installation {
  /** A code, refresh token or access token, depending on the operation; otherwise empty. */
  readonly token: string;
  /** The secret of the gate. */
  readonly gateKey: string;
}

const managementOperations = ["list-clients", "create-client"] as const;
type ManagementOperation = (typeof managementOperations)[number];
type Operation =
  | "exchange"
  | "refresh"
  | "rotate"
  | "introspect"
  | "authorize"
  | "gate"
  | ManagementOperation;

/** Data of the Latchkey targets, written directly into their database. */
export interface LatchkeyData {
  /** Stores the credentials for `count` requests of an operation. */
  seed(operation: Operation, count: number): Promise<readonly Credential[]>;
  close(): Promise<void>;
}

/**
 * Migrates an empty database and registers clients, each granted by several companies.
 *
 * @param settings Environment of the servers: cookies are signed and secrets encrypted with its keys.
 */
export async function openLatchkeyData(
  settings: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
  size: {
    readonly clients: number;
    /** Further ones, whose refresh tokens are replaced when they are used. */
    readonly rotatingClients: number;
    readonly companiesPerClient: number;
  },
): Promise<LatchkeyData> {
  configureEnv(settings);
  configureDatabase(settings.DATABASE_URL);
  await migrate(settings.DATABASE_URL, "prisma/migrations");
  const { organizationId } = await mintOrganization();
  const register = async (clients: number, columns: Parameters<typeof mintClient>[1]) => {
    const installations: Installation[] = [];
    for (let index = 0; index < clients; index += 1) {
      const client = await mintClient(organizationId, {
        redirectUrls: [REDIRECT_URI],
        scopes: INSTALLED_SCOPES,
        ...columns,
      });
      const companies = Array.from({ length: size.companiesPerClient }, () =>
        install(organizationId, client),
      );
      installations.push(...(await Promise.all(companies)));
    }
    return installations;
  };
  const keeping = await register(size.clients, {});
  const rotating = await register(size.rotatingClients, { refreshRotation: "confirm_on_use" });
  const management = await mintManagementToken(organizationId, MANAGEMENT_SCOPES);
  const { clientSecret: gateKey } = await mintServiceKey(["platform/gate"]);
  return {
    async seed(operation, count) {
      const installations = operation === "rotate" ? rotating : keeping;
      const credentials = Array.from({ length: count }, (_, index): Credential => {
        const installation = installations[index % installations.length];
        if (!installation) throw new Error("No client was registered");
        const token = isManagement(operation) ? management.token : tokenFor(operation);
        return { ...installation, token, gateKey };
      });
      if (!isManagement(operation)) await store(operation, credentials);
      return credentials;
    },
    close: closePool,
  };
}

function isManagement(operation: Operation): operation is ManagementOperation {
  return managementOperations.some((each) => each === operation);
}

async function install(organizationId: string, client: MintedClient): Promise<Installation> {
  const { companyId, seller } = await mintCompany();
  const { grantId } = await mintGrant(client.clientId, companyId, INSTALLED_SCOPES);
  const { clientId, clientSecret: secret } = client;
  const { userId, cookie } = seller;
  return { clientId, secret, companyId, userId, cookie, grantId, organizationId };
}

function tokenFor(operation: Exclude<Operation, ManagementOperation>): string {
  if (operation === "authorize") return "";
  if (operation === "exchange") return newToken("code");
  const isRefresh = operation === "refresh" || operation === "rotate";
  return newToken(isRefresh ? "refresh" : "offline");
}

async function store(
  operation: Exclude<Operation, ManagementOperation>,
  credentials: readonly Credential[],
): Promise<void> {
  if (operation === "authorize") return;
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const rows = credentials.map(({ token, clientId, companyId, userId, grantId }) => ({
    hash: new Uint8Array(sha256(token)),
    day: dayOfToken(token),
    userId,
    granted: { clientId, companyId, grantId, grantEpoch: 1, scopes: INSTALLED_SCOPES, expiresAt },
  }));
  if (operation === "exchange") {
    const data = rows.map(({ hash, day, userId, granted }) => ({
      ...granted,
      day,
      codeHash: hash,
      userId,
      redirectUri: REDIRECT_URI,
      secondUseExpiresAt: expiresAt,
    }));
    await db().authorizationCode.createMany({ data });
  } else if (operation === "refresh" || operation === "rotate") {
    const data = rows.map(({ hash, granted }) => ({
      ...granted,
      tokenHash: hash,
      familyId: newId(),
      codeHash: hash,
    }));
    await db().refreshToken.createMany({ data });
  } else {
    const data = rows.map(({ hash, day, granted }) => ({
      ...granted,
      day,
      tokenHash: hash,
      kind: "offline" as const,
    }));
    await db().accessToken.createMany({ data });
  }
}

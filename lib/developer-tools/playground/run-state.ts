import { z } from "zod";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { actorOf, type Caller } from "@/lib/operation/access/caller";

/** Milliseconds until an idle run expires. */
const RUN_MS = 15 * 60 * 1000;

const runStateSchema = z.object({
  redirectUri: z.string(),
  state: z.string(),
  codeVerifier: z.string().nullable(),
  /** The open consent request; null once it is answered. */
  consentId: z.string().nullable(),
  code: z.string().nullable(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
});
const sealedStateSchema = runStateSchema.extend({ until: z.int() });

/** The values that a run has obtained so far. They are in clear text only on the server, never in the browser. */
export type RunState = z.output<typeof runStateSchema>;

/** The owner of a run; nothing else can decrypt it. */
type RunOwner = { caller: Caller; clientId: string; companyId: number };

/** Encrypts the state of a run, so that the page can keep it without being able to read it. */
export function sealRun(owner: RunOwner, state: RunState, now = Date.now()): string {
  const plain = JSON.stringify({ ...state, until: now + RUN_MS });
  const { keyId, sealed } = sealSecret(env().encryptionKeys, plain, contextOf(owner));
  return `${keyId}.${sealed.toString("base64url")}`;
}

/**
 * Decrypts the result of `sealRun` for the same owner.
 * @throws ServiceError invalid_request for anything else, and if the run has expired
 */
export function openRun(owner: RunOwner, run: string, now = Date.now()): RunState {
  const { until, ...state } = unseal(owner, run);
  if (until < now) throw noSuchRun();
  return state;
}

function unseal(owner: RunOwner, run: string): z.output<typeof sealedStateSchema> {
  const dot = run.lastIndexOf(".");
  const box = { keyId: run.slice(0, dot), sealed: Buffer.from(run.slice(dot + 1), "base64url") };
  try {
    const plain = openSecret(env().encryptionKeys, box, contextOf(owner));
    return sealedStateSchema.parse(JSON.parse(plain));
  } catch (cause) {
    throw noSuchRun(cause);
  }
}

function contextOf({ caller, clientId, companyId }: RunOwner): string {
  return `playground:${caller.organizationId}:${actorOf(caller)}:${clientId}:${companyId}`;
}

function noSuchRun(cause?: unknown): ServiceError {
  const message =
    "The run has expired or belongs to another caller, client or company. Start again with authorize.";
  return new ServiceError("invalid_request", message, {
    fields: [{ path: "run", message }],
    cause,
  });
}

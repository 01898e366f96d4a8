import type { z } from "zod";
import type { getImpactContract } from "@/lib/activity/impact/contract";
import type { changeClientsContract } from "@/lib/clients/bulk/contract";
import type {
  createClientContract,
  deleteClientContract,
  listClientsContract,
  patchClientContract,
  restoreClientContract,
  updateClientContract,
} from "@/lib/clients/contract";
import type { exportClientsContract } from "@/lib/clients/export/contract";
import type { getManifestContract } from "@/lib/clients/manifest/contract";
import type { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import type {
  revealSecretContract,
  revokeSecretContract,
  rotateSecretContract,
} from "@/lib/clients/secrets/contract";
import type { runConformanceCheckContract } from "@/lib/developer-tools/conformance/contract";
import type { runPlaygroundStepContract } from "@/lib/developer-tools/playground/contract";
import type { runSandboxActionContract } from "@/lib/developer-tools/sandbox/contract";
import type { Contract } from "@/lib/kernel/http/contract";
import type { patchOrganizationContract } from "@/lib/organizations/contract";
import type {
  createInvitationContract,
  resendInvitationContract,
  revokeInvitationContract,
} from "@/lib/organizations/invitations/contract";
import type {
  changeMemberContract,
  leaveOrganizationContract,
  removeMemberContract,
} from "@/lib/organizations/members/contract";

/** The operations that pages call, by their ids. */
interface CalledContracts {
  changeClients: typeof changeClientsContract;
  changeMember: typeof changeMemberContract;
  checkRedirect: typeof checkRedirectContract;
  createClient: typeof createClientContract;
  createInvitation: typeof createInvitationContract;
  deleteClient: typeof deleteClientContract;
  exportClients: typeof exportClientsContract;
  getImpact: typeof getImpactContract;
  getManifest: typeof getManifestContract;
  leaveOrganization: typeof leaveOrganizationContract;
  listClients: typeof listClientsContract;
  patchClient: typeof patchClientContract;
  patchOrganization: typeof patchOrganizationContract;
  removeMember: typeof removeMemberContract;
  resendInvitation: typeof resendInvitationContract;
  restoreClient: typeof restoreClientContract;
  revealSecret: typeof revealSecretContract;
  revokeInvitation: typeof revokeInvitationContract;
  revokeSecret: typeof revokeSecretContract;
  rotateSecret: typeof rotateSecretContract;
  runConformanceCheck: typeof runConformanceCheckContract;
  runPlaygroundStep: typeof runPlaygroundStepContract;
  runSandboxAction: typeof runSandboxActionContract;
  updateClient: typeof updateClientContract;
}

/** Id of an operation that pages call. */
export type OperationId = keyof CalledContracts;

/** Operations that change one client: what its forms and dialogs send, and show as calls. */
export type ClientOperationId =
  | "createClient"
  | "deleteClient"
  | "patchClient"
  | "revokeSecret"
  | "rotateSecret"
  | "updateClient";

/** What an operation takes as its body. */
export type BodyOf<Id extends OperationId> = Id extends OperationId
  ? CalledContracts[Id] extends { body: infer Body extends z.ZodType }
    ? z.input<Body>
    : undefined
  : never;

/** What an operation answers. */
export type AnswerOf<Id extends OperationId> = z.output<CalledContracts[Id]["success"]["schema"]>;

const ORGANIZATION = "/service/partner/authorization/v1.0/organization/{organization_id}";
const CLIENTS = `${ORGANIZATION}/oauth/client` as const;
const CLIENT = `${CLIENTS}/{client_id}` as const;
const SECRET = `${CLIENT}/secret/{secret_id}` as const;
const MEMBER = `${ORGANIZATION}/member/{user_id}` as const;
const INVITATION = `${ORGANIZATION}/invitation/{invitation_id}` as const;

/**
 * Method and path of each operation, as its contract has them: a difference does not compile. The
 * contracts themselves stay on the server, with all their schemas and descriptions.
 */
export const operations: {
  readonly [Id in OperationId]: {
    readonly method: CalledContracts[Id]["method"] & Contract["method"];
    readonly path: CalledContracts[Id]["path"];
  };
} = {
  changeClients: { method: "POST", path: `${CLIENTS}/bulk` },
  changeMember: { method: "PATCH", path: MEMBER },
  checkRedirect: { method: "POST", path: `${CLIENT}/redirect-check` },
  createClient: { method: "POST", path: CLIENTS },
  createInvitation: { method: "POST", path: `${ORGANIZATION}/invitation` },
  deleteClient: { method: "DELETE", path: CLIENT },
  exportClients: { method: "GET", path: `${CLIENTS}/export` },
  getImpact: { method: "GET", path: `${CLIENT}/impact` },
  getManifest: { method: "GET", path: `${CLIENT}/manifest` },
  leaveOrganization: { method: "DELETE", path: `${ORGANIZATION}/membership` },
  listClients: { method: "GET", path: CLIENTS },
  patchClient: { method: "PATCH", path: CLIENT },
  patchOrganization: { method: "PATCH", path: ORGANIZATION },
  removeMember: { method: "DELETE", path: MEMBER },
  resendInvitation: { method: "POST", path: `${INVITATION}/resend` },
  restoreClient: { method: "POST", path: `${CLIENT}/restore` },
  revealSecret: { method: "POST", path: `${SECRET}/reveal` },
  revokeInvitation: { method: "DELETE", path: INVITATION },
  revokeSecret: { method: "DELETE", path: SECRET },
  rotateSecret: { method: "POST", path: `${CLIENT}/secret` },
  runConformanceCheck: { method: "POST", path: `${CLIENT}/conformance` },
  runPlaygroundStep: { method: "POST", path: `${CLIENT}/playground` },
  runSandboxAction: { method: "POST", path: `${CLIENT}/sandbox` },
  updateClient: { method: "PUT", path: CLIENT },
};

import { getActivityContract, getOrganizationActivityContract } from "@/lib/activity/contract";
import { listEventsContract } from "@/lib/activity/events/contract";
import { listGrantsContract } from "@/lib/activity/grants/contract";
import { getImpactContract } from "@/lib/activity/impact/contract";
import { healthOperations } from "@/lib/api/health-operations";
import { exportAuditContract, listAuditContract, verifyAuditContract } from "@/lib/audit/contract";
import { changeClientsContract } from "@/lib/clients/bulk/contract";
import {
  createClientContract,
  deleteClientContract,
  getClientContract,
  listClientsContract,
  patchClientContract,
  restoreClientContract,
  updateClientContract,
} from "@/lib/clients/contract";
import { exportClientsContract } from "@/lib/clients/export/contract";
import { getManifestContract } from "@/lib/clients/manifest/contract";
import { checkRedirectContract } from "@/lib/clients/redirect-check/contract";
import {
  listSecretsContract,
  revealSecretContract,
  revokeSecretContract,
  rotateSecretContract,
} from "@/lib/clients/secrets/contract";
import { runConformanceCheckContract } from "@/lib/developer-tools/conformance/contract";
import { runPlaygroundStepContract } from "@/lib/developer-tools/playground/contract";
import { runSandboxActionContract } from "@/lib/developer-tools/sandbox/contract";
import type { Contract } from "@/lib/kernel/http/contract";
import type { Operation } from "@/lib/kernel/http/operation";
import { oauthOperations } from "@/lib/oauth/openapi";
import { getOrganizationContract, patchOrganizationContract } from "@/lib/organizations/contract";
import {
  createInvitationContract,
  listInvitationsContract,
  resendInvitationContract,
  revokeInvitationContract,
} from "@/lib/organizations/invitations/contract";
import {
  changeMemberContract,
  leaveOrganizationContract,
  listMembersContract,
  removeMemberContract,
} from "@/lib/organizations/members/contract";
import { platformOperations } from "@/lib/platform/openapi";

/** The operations of the management API, in the order of the API reference. */
export const contracts: readonly Contract[] = [
  createClientContract,
  listClientsContract,
  exportClientsContract,
  changeClientsContract,
  getClientContract,
  getManifestContract,
  updateClientContract,
  patchClientContract,
  deleteClientContract,
  restoreClientContract,
  getImpactContract,
  checkRedirectContract,
  listSecretsContract,
  rotateSecretContract,
  revealSecretContract,
  revokeSecretContract,
  listEventsContract,
  listGrantsContract,
  getActivityContract,
  getOrganizationActivityContract,
  runSandboxActionContract,
  runConformanceCheckContract,
  runPlaygroundStepContract,
  listAuditContract,
  exportAuditContract,
  verifyAuditContract,
  getOrganizationContract,
  patchOrganizationContract,
  listMembersContract,
  changeMemberContract,
  removeMemberContract,
  leaveOrganizationContract,
  createInvitationContract,
  listInvitationsContract,
  resendInvitationContract,
  revokeInvitationContract,
];

/** Every other operation that the API reference documents. */
export const operations: readonly Operation[] = [
  ...oauthOperations,
  ...platformOperations,
  ...healthOperations,
];

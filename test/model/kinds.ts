import { askAgainKinds, decideAgainKind, openKind } from "./commands/after-rejection";
import * as clients from "./commands/clients";
import { authorizeKind, consentKind } from "./commands/flow";
import * as people from "./commands/people";
import { expireKind } from "./commands/time";
import { clientCredentialsKind, redeemKind, refreshKind } from "./commands/tokens";
import { callKind, introspectKind, manageKind, revokeKind } from "./commands/use";
import type { AnyKind } from "./step";

/** Every kind of command. */
export const KINDS: readonly AnyKind[] = [
  authorizeKind,
  consentKind,
  ...askAgainKinds,
  decideAgainKind,
  openKind,
  redeemKind,
  refreshKind,
  clientCredentialsKind,
  callKind,
  manageKind,
  introspectKind,
  revokeKind,
  clients.patchKind,
  clients.createKind,
  clients.rotateKind,
  clients.revokeSecretKind,
  clients.deleteKind,
  clients.restoreKind,
  people.memberKind,
  people.joinKind,
  people.companyKind,
  people.signInKind,
  people.signOutKind,
  people.deactivateKind,
  people.removeKind,
  expireKind,
];

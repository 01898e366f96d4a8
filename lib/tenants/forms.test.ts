import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
} from "@/lib/identity/account/profile";
import { mailRecoveryLink, recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import {
  removeSecondFactor,
  replaceRecoveryCodes,
} from "@/lib/identity/account/second-factor/second-factor";
import {
  confirmSecondFactor,
  startSecondFactor,
} from "@/lib/identity/account/second-factor/set-up";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { createOperator } from "@/lib/identity/setup/create-operator";
import type { RoutedOperation } from "@/lib/operation/operation";
import { startLink, unlinkProvider } from "@/lib/platform/provider/link/link";
import { removeExtension } from "@/lib/tenants/companies/extensions";
import * as people from "@/lib/tenants/companies/people/people";
import { askAnAdmin, decideQuestion } from "@/lib/tenants/companies/questions";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { removeInstalled } from "@/lib/tenants/organizations/installed";
import { MINTED_PASSWORD, type MintedOrganization, mintOrganization } from "@/test/factories/mint";
import { locationOf, sendForm } from "@/test/requests/send-form";

const ofAccount = [
  ...[changeName, changePassword, endSession, endOtherSessions, startLink, unlinkProvider],
  ...[startSecondFactor, confirmSecondFactor, removeSecondFactor, replaceRecoveryCodes],
  askAnAdmin,
];
const { listPeople: _, ...peopleForms } = people;
const ofTenant = [
  ...[...Object.values(peopleForms), removeExtension, decideQuestion],
  removeInstalled,
];
const ofAnyone = [
  ...[createOperator, mailRecoveryLink, recoverAccount],
  ...[answerSecondFactor, acceptInvitation],
];

let own: MintedOrganization;
let other: MintedOrganization;

beforeAll(async () => {
  [own, other] = [await mintOrganization(), await mintOrganization()];
});

const paramsIn = ({ organizationId, companyId }: MintedOrganization) => ({
  organization_id: organizationId,
  company_id: companyId,
  user_id: own.owner.userId,
  client_id: "c".repeat(24),
  question_id: newId(),
  request_id: "a",
  invitation_id: newId(),
  token: "a",
});
const send = (form: RoutedOperation, call: Parameters<typeof sendForm>[1]) =>
  sendForm(form, { params: paramsIn(own), fields: { password: MINTED_PASSWORD }, ...call });
const named = (forms: RoutedOperation[]) => forms.map((form) => [form.id, form] as const);
const changes = () => db().auditRow.count({ where: { actor: { contains: own.owner.userId } } });

it("the tables of forms include every form", () => {
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .flatMap(
      (file) => /handleOperation\((\w+)\)/.exec(readFileSync(`app/${file}`, "utf8"))?.[1] ?? [],
    );
  const forms = [...ofAccount, ...ofTenant, ...ofAnyone].map(({ id }) => id);
  expect(forms.toSorted()).toEqual(routes.toSorted());
});

it.each(named([...ofAccount, ...ofTenant, ...ofAnyone]))(
  "security 18: the form %s does nothing for a page of another site",
  async (_id, form) => {
    for (const origin of ["https://evil.test", "null"]) {
      const response = await send(form, { as: own.owner, headers: { origin } });
      expect(response.status).toBe(403);
      expect(response.headers.get("content-type")).toContain("text/html");
    }
    expect(await changes()).toBe(0);
  },
);

it.each(named([...ofAccount, ...ofTenant]))(
  "the form %s leads signed-out people to sign-in",
  async (_id, form) => {
    const params: Record<string, string | number> = paramsIn(own);
    const page = form.returns.kind === "page" ? form.returns.on : "";
    const back = page.replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
    const location = form.access.kind === "seller" ? "/sign-in" : signInHref(back);
    expect(locationOf(await send(form, { as: null }))).toBe(location);
  },
);

describe.each(named(ofTenant))("the form %s", (_id, form) => {
  it("security 47: does not exist for people of another company or organization", async () => {
    for (const [place, as] of [
      [own, other.owner],
      [other, own.owner],
    ] as const) {
      const response = await send(form, { as, params: paramsIn(place) });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toContain("text/html");
    }
    expect(await changes()).toBe(0);
  });
});

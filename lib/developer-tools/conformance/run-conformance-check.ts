import { z } from "zod";
import { FIELD_SCHEMAS } from "@/lib/clients/field-schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { text, textOrNull } from "@/lib/core/schemas/described";
import {
  type Candidate,
  requireInstaller,
  runStep,
  type StepOutcome,
  stepNames,
  steps,
  type Verdict,
  verdicts,
} from "@/lib/developer-tools/conformance/steps";
import {
  ownSessionId,
  requireSandboxClient,
  sandboxCompanySchema,
} from "@/lib/developer-tools/input";
import { organization } from "@/lib/operation/access";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

const stepSchema = z
  .looseObject({
    step: z.enum(stepNames).meta({ description: "Name of the step." }),
    title: text("What the step checks.", "The install call redirects to authorize"),
    verdict: z.enum(verdicts),
    message: text("What was seen.", "/fp/install responded with a redirect to authorize."),
    fix: textOrNull("What to do about it; null if everything is fine."),
  })
  .meta({ id: "ConformanceStep" });

type Context = CallContext<"organization", { params: typeof ofClient; body: typeof checkSchema }>;

const checkSchema = z.strictObject({
  company_id: sandboxCompanySchema,
  base_url: FIELD_SCHEMAS.base_url.unwrap().optional().meta({
    description: "Base URL of the extension for this check. Default: the client's base_url.",
    example: "http://127.0.0.1:8080",
  }),
});

export const runConformanceCheck = operation({
  id: "runConformanceCheck",
  request: { route: `POST ${CLIENT_PATH}/conformance`, params: ofClient, body: checkSchema },
  access: organization("clients:write"),
  summary: "Check an extension against the flow",
  description:
    "Acts as the platform towards the extension at the client's base_url, or at the one in the request, in a sandbox company: installs it, answers its authorize request, checks that it obtains its tokens, sends it a wrong state, launches it after its tokens have expired, and uninstalls it. Returns a verdict for each step. The installation in that company is removed at the end. The check consents and signs in as the member who runs it, in their session, so it takes no access token; the member must be an owner or admin of the company.",
  tag: "Clients",
  returns: json(
    z
      .looseObject({
        verdict: z.enum(verdicts).meta({ description: "The worst verdict of all steps that ran." }),
        steps: z.array(stepSchema),
      })
      .meta({ id: "ConformanceReport" }),
    "The result of each step.",
  ),
  errors: ["conflict"],
  async run(context) {
    const candidate = await readCandidate(context);
    const { clientId, userId, subject } = candidate;
    const results = await runSteps(candidate).finally(() =>
      transaction((tx) => revokeGrants(tx, { clientId, userId, givenBy: subject })),
    );
    const verdict = worst(results);
    // A check of another address says nothing about the extension that sellers would install.
    if (context.body.base_url === undefined) {
      const last = { verdict, checkedAt: new Date() };
      await db().conformanceVerdict.upsert({
        where: { clientId },
        create: { clientId, ...last },
        update: last,
        select: { clientId: true },
      });
    }
    return { body: { verdict, steps: results } };
  },
});

async function runSteps(candidate: Candidate) {
  const results = [];
  let foundationFailed = false;
  for (const name of stepNames) {
    const step = steps[name];
    const outcome: StepOutcome = foundationFailed
      ? { verdict: "skipped", message: "An earlier step failed.", fix: null }
      : await runStep(step, candidate);
    results.push({ step: name, title: step.title, ...outcome });
    foundationFailed ||= step.isFoundation && outcome.verdict === "failed";
  }
  return results;
}

async function readCandidate(context: Context): Promise<Candidate> {
  const { body, caller } = context;
  const sessionId = ownSessionId(context);
  if (caller.kind !== "user" || !sessionId) {
    throw new ServiceError(
      "forbidden",
      "Run the check signed in. It consents as the person who runs it, in their session, and a token has none.",
    );
  }
  const { installation: of, client } = await requireSandboxClient(context, true);
  const baseUrl = body.base_url ?? client.baseUrl;
  if (baseUrl === null) throw new ServiceError("conflict", "The client has no base_url to call.");
  const subject = { companyId: of.companyId, organizationId: null };
  const person = { userId: caller.userId, sessionId };
  const candidate = { ...of, ...person, subject, baseUrl: baseUrl.replace(/\/+$/, "") };
  await requireInstaller(candidate);
  return candidate;
}

const SEVERITY: readonly Verdict[] = ["passed", "warning", "failed"];

function worst(results: readonly { verdict: Verdict }[]) {
  const rank = Math.max(...results.map(({ verdict }) => SEVERITY.indexOf(verdict)));
  return SEVERITY[rank] ?? "skipped";
}

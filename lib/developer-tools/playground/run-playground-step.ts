import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { newId } from "@/lib/core/crypto/ids";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { text, textOrNull } from "@/lib/core/schemas/described";
import {
  ownSessionId,
  requireSandboxClient,
  sandboxCompanySchema,
} from "@/lib/developer-tools/input";
import {
  authorizeStep,
  consentStep,
  decisions,
  type Move,
  openRun,
  type RunState,
  type Setting,
  sealRun,
} from "@/lib/developer-tools/playground/consent-steps";
import {
  addressOf,
  hiddenIn,
  redactResponse,
  toCurl,
  toRequest,
} from "@/lib/developer-tools/playground/planned-request";
import {
  callProductsStep,
  offlineTokenStep,
  onlineTokenStep,
  refreshStep,
} from "@/lib/developer-tools/playground/token-steps";
import { playgroundOutcomes, playgroundSteps } from "@/lib/developer-tools/playground/values";
import { hasSampleApi } from "@/lib/developer-tools/sample-api/has-sample-api";
import { signSessionId } from "@/lib/identity/sessions/session-cookie";
import { organization } from "@/lib/operation/access";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

type StepName = (typeof playgroundSteps)[number];
type Context = CallContext<"organization", { params: typeof ofClient; body: typeof stepSchema }>;

const stepSchema = z.strictObject({
  company_id: sandboxCompanySchema,
  step: z.enum(playgroundSteps).meta({ description: "The request to make." }),
  redirect_uri: z.string().max(2_048).optional().meta({
    description: "For authorize: one of the client's redirect URLs. Default: the first one.",
  }),
  decision: z.enum(decisions).optional().meta({
    description: "For consent, and required there: what the seller decides.",
  }),
  run: z.string().max(8_000).optional().meta({
    description: "`run` from the previous step; required by all steps except authorize.",
  }),
});

const exchangeSchema = z
  .looseObject({
    step: z.enum(playgroundSteps),
    outcome: z.enum(playgroundOutcomes),
    message: text(
      "What happened, why, and what to do next.",
      "The company has granted these scopes, so authorize issued a code at once.",
    ),
    request: z.looseObject({
      method: z.enum(["GET", "POST"]),
      address: z.string().meta({
        example:
          "http://127.0.0.1:3000/service/panel/authentication/v1.0/company/42/oauth/authorize?client_id=6740f1c2a9d34e0b7c51f1aa&response_type=code",
      }),
      curl: text(
        "The request as a command, with variables such as `$CLIENT_SECRET` in place of secrets.",
        "curl -i 'http://127.0.0.1:3000/service/panel/authentication/v1.0/company/42/oauth/authorize?client_id=6740f1c2a9d34e0b7c51f1aa&response_type=code'",
      ),
    }),
    response: z.looseObject({
      status: z.int().meta({ example: 302 }),
      headers: z.record(z.string(), z.string()).meta({ example: { "cache-control": "no-store" } }),
      body: text("The response body, with the same variables in place of secrets.", ""),
    }),
    request_id: text("The id of the request in the failure log.", "6740f1c2a9d34e0b7c51f300"),
    run: textOrNull(
      "The state that the next step needs, encrypted for this caller, client and company; null before authorize has led to consent or a code. Valid for 15 minutes.",
    ),
    possible_steps: z.array(z.enum(playgroundSteps)).meta({
      description: "Steps that the run can make now.",
    }),
  })
  .meta({ id: "PlaygroundExchange" });

/** Codes and tokens leave the server only encrypted, in `run`. */
export const runPlaygroundStep = operation({
  id: "runPlaygroundStep",
  request: { route: `POST ${CLIENT_PATH}/playground`, params: ofClient, body: stepSchema },
  access: organization("clients:write"),
  summary: "Make one request of the flow",
  description:
    "Goes through the flow in a sandbox company as the signed-in member, one request at a time, using the real endpoints: authorize, consent, an online token, an offline token, a platform API call, a refresh. Returns the request as a curl command and its response, without secrets, codes and tokens. Send `run` from the response in the body of the next step. With an access token no person is signed in, so authorize redirects to sign-in.",
  tag: "Clients",
  returns: json(exchangeSchema, "The request and its response."),
  async run(context) {
    const { params, body, caller, info } = context;
    const owner = { caller, clientId: params.client_id, companyId: body.company_id };
    const setting = await readSetting(context);
    const before = body.step === "authorize" ? null : openRun(owner, body.run ?? "");
    const move = planStep(body.step, setting, before, body.decision);
    if (!move) throw impossible(body.step);
    if (!before) await recordStart(context);

    const requestId = newId();
    const response = await move.endpoint(
      toRequest(move.planned, { requestId, ipAddress: info.ipAddress }),
    );
    const answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    const verdict = move.judge(answer);
    const state = verdict.state ?? before;
    const hidden = [...(verdict.received ?? []), ...hiddenIn(move.planned)];
    return {
      body: {
        step: body.step,
        outcome: verdict.outcome,
        message: verdict.message,
        request: {
          method: move.planned.method,
          address: addressOf(move.planned),
          curl: toCurl(move.planned),
        },
        response: redactResponse(answer, hidden),
        request_id: requestId,
        run: state && sealRun(owner, state),
        possible_steps: playgroundSteps.filter((step) => planStep(step, setting, state, "deny")),
      },
    };
  },
});

async function readSetting(context: Context): Promise<Setting> {
  const { installation: of, client } = await requireSandboxClient(context);
  const sessionId = ownSessionId(context);
  return {
    clientId: of.clientId,
    clientSecret: (await signingSecret(of)) ?? "",
    subject: { companyId: of.companyId, organizationId: null },
    redirectUri: context.body.redirect_uri ?? client.redirectUrls[0] ?? "",
    requiresPkce: client.requirePkce,
    session: sessionId ? { id: sessionId, cookie: signSessionId(sessionId) } : null,
  };
}

/** The request of a step; null if the run, or the installation, lacks what it sends. */
function planStep(
  step: StepName,
  setting: Setting,
  state: RunState | null,
  decision: z.output<typeof stepSchema>["decision"],
): Move | null {
  if (step === "authorize") return authorizeStep(setting);
  if (!state) return null;
  const { code, consentId, accessToken, refreshToken } = state;
  if (step === "consent") {
    const { session } = setting;
    return consentId && session && decision
      ? consentStep(state, { consentId, session, decision })
      : null;
  }
  if (step === "online_token") return code ? onlineTokenStep(setting, { ...state, code }) : null;
  if (step === "offline_token") return code ? offlineTokenStep(setting, { ...state, code }) : null;
  if (step === "refresh") return refreshToken ? refreshStep(setting, state, refreshToken) : null;
  return accessToken && hasSampleApi() ? callProductsStep(accessToken) : null;
}

function impossible(step: StepName): ServiceError {
  const message =
    step === "call" && !hasSampleApi()
      ? "This installation has no sample API to call. Call your platform's own API with a token instead."
      : "The run lacks what this step sends. `possible_steps` says which steps it can make; consent needs a decision.";
  return new ServiceError("invalid_request", message, { fields: [{ path: "step", message }] });
}

function recordStart({ body, caller, info, params }: Context): Promise<void> {
  const change = { action: "playground.started", target: `client:${params.client_id}` };
  return transaction((tx) =>
    recordChange(tx, caller, info, { ...change, after: { company_id: body.company_id } }),
  );
}

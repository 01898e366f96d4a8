import { handleOperation } from "@/lib/api/handle-operation";
import { configureDatabase } from "@/lib/core/db/pool";
import { configureEnv, env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import { signIn } from "@/lib/identity/sessions/check-password";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";

/** The guesses for a process of the service, many at the same time. */
export type GuessJob = {
  kind: "second_factor_code" | "recovery_code" | "password" | "invitation_link" | "recovery_link";
  guesses: string[];
  ipAddress: string;
  /** Whose password it is. */
  email?: string;
  /** Belongs to the session that awaits the code. */
  cookie?: string;
};

/** The outcome of each guess: evaluated, rejected with 429 and Retry-After, or anything else. */
export type GuessOutcome = "evaluated" | "denied" | "sign_in_ended" | `other: ${string}`;

// Four times the connections of a process. On a slow machine, more guesses would time out while they wait for one.
const LANES = 64;

const { databaseUrl } = configureEnv(JSON.parse(process.argv[2] ?? ""));
configureDatabase(databaseUrl ?? "");
process.on("message", async (job: GuessJob) => {
  process.send?.(await guessAtOnce(job));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** Always as many at once as there are lanes, until all have their outcome. */
async function guessAtOnce(job: GuessJob): Promise<GuessOutcome[]> {
  const waiting = job.guesses.values();
  const outcomes = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const ownOutcomes: GuessOutcome[] = [];
      for (const guess of waiting) ownOutcomes.push(await outcomeOf(job, guess));
      return ownOutcomes;
    }),
  );
  return outcomes.flat();
}

async function outcomeOf(job: GuessJob, guess: string): Promise<GuessOutcome> {
  if (job.kind === "password") return signInOutcome(job, guess);
  const answer = await guessers[job.kind](job, guess);
  if (answer.status === 429) {
    return answer.headers.has("retry-after") ? "denied" : "other: 429 without Retry-After";
  }
  const location = answer.headers.get("location") ?? "";
  if (location === "/sign-in?return_to=%2Fprofile") return "sign_in_ended";
  return answer.status === 303 && !location.includes("too_many_attempts")
    ? "evaluated"
    : `other: ${answer.status} ${location}`;
}

async function signInOutcome(
  { email = "", ipAddress }: GuessJob,
  guess: string,
): Promise<GuessOutcome> {
  try {
    await signIn(email, guess, { ipAddress, userAgent: null });
    return "evaluated";
  } catch (error) {
    return error instanceof ServiceError && error.headers["retry-after"]
      ? "denied"
      : `other: ${String(error)}`;
  }
}

const answerCode = (job: GuessJob, code: string) =>
  handleOperation(answerSecondFactor)(
    post(job, "/sign-in/second-factor/answer", { code, return_to: "/profile" }),
  );

const guessers = {
  second_factor_code: answerCode,
  recovery_code: answerCode,
  invitation_link: (job: GuessJob, token: string) =>
    handleOperation(acceptInvitation)(post(job, `/invitation/${token}/accept`, {})),
  recovery_link: (job: GuessJob, token: string) =>
    handleOperation(recoverAccount)(
      post(job, `/recover/${token}/password`, { password: "of the guesser's own 7" }),
    ),
};

function post(job: GuessJob, path: string, form: Record<string, string>): Request {
  return new Request(`${env().baseUrl}${path}`, {
    method: "POST",
    headers: {
      origin: env().baseUrl,
      cookie: job.cookie ?? "",
      [CLIENT_ADDRESS_HEADER]: job.ipAddress,
    },
    body: new URLSearchParams(form),
  });
}

import { type CallerKind, callerKindOf, type RawParameters } from "@/lib/api/caller-kinds";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest, RequestHeaders } from "@/lib/core/http/api-request";
import { decodePercent } from "@/lib/core/http/decode-percent";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse, redirectResponse } from "@/lib/core/http/responses";
import { requireOwnPage } from "@/lib/core/http/same-origin";
import {
  type EventFeed,
  eventStreamResponse,
  streamedResponse,
} from "@/lib/core/http/streamed-responses";
import { requestLocale } from "@/lib/core/i18n/choose-locale";
import { slots } from "@/lib/core/limits/slots";
import { renderPage } from "@/lib/core/pages/render-page";
import { type Access, authorize, type CallerOf } from "@/lib/operation/access";
import { MissingPermissionError } from "@/lib/operation/access/caller";
import { readIdempotencyKey, runOncePerKey } from "@/lib/operation/idempotency/run-once-per-key";
import {
  type Authorized,
  type ContextOf,
  type LiveFacts,
  type Operation,
  type RoutedOperation,
  type RoutedRequest,
  takesIdempotencyKey,
} from "@/lib/operation/operation";
import { InvalidFormError, parseInput } from "@/lib/operation/parse-input";
import { authorizeReplay, perform } from "@/lib/operation/perform";
import type {
  Destination,
  Events,
  File,
  Json,
  JsonResult,
  Page,
  Returns,
} from "@/lib/operation/returns";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";

type AnyCaller = CallerKind<CallerOf<Access>>;
type Routed<Ret extends Returns> = Operation<string, Access, RoutedRequest, Ret>;
type ByKind = {
  json: Routed<Json>;
  file: Routed<File>;
  events: Routed<Events>;
  page: Routed<Page>;
};
type Returning<Kind extends keyof ByKind> = ByKind[Kind];
type Context = Omit<ContextOf<Returning<"json">>, keyof Authorized<unknown>>;

/** Makes the handler of an operation or a form: it authenticates, authorizes, parses, performs, and renders errors. */
export function handleOperation(
  operation: RoutedOperation,
): (request: ApiRequest) => Promise<Response> {
  const callers: AnyCaller = callerKindOf(operation.access);
  return async (request) => {
    const { headers } = request;
    const info = readRequestInfo(headers);
    const raw = readPathParameters(operation.path, request.url);
    noteLogFacts(info.requestId, { operation: operation.id });
    try {
      const caller = await callers.authenticate(request, raw);
      noteLogFacts(info.requestId, callers.factsOf?.(caller) ?? {});
      const facts = {
        ifMatch: headers.get("if-match"),
        ifNoneMatch: headers.get("if-none-match"),
        cookie: headers.get("cookie"),
        locale: requestLocale(headers),
        info,
      };
      try {
        authorize(operation.access, caller, raw);
        return await inUploadSlot(operation, callers.nameOf?.(caller) ?? "", async () => {
          const context = { ...(await parseInput(operation, request, raw)), ...facts, caller };
          const authorizeAgain = async () =>
            authorize(operation.access, await callers.authenticate(request, raw), raw);
          if (isReturning(operation, "json"))
            return answerJson(callers, operation, context, request);
          if (isReturning(operation, "file")) return answerFile(operation, context, request);
          if (isReturning(operation, "events"))
            return answerEvents(operation, { ...context, authorizeAgain }, request);
          if (isReturning(operation, "page"))
            return answerPage(operation.returns, await perform(operation, context), raw, headers);
          throw new Error(`${operation.id} has no way to return its result`);
        });
      } catch (thrown) {
        if (thrown instanceof MissingPermissionError) {
          await callers.recordDenial?.(caller, info, {
            operation: operation.id,
            permission: thrown.permission,
            clientId: typeof raw.client_id === "string" ? raw.client_id : undefined,
          });
        }
        throw callers.explain ? await callers.explain(thrown, caller, raw) : thrown;
      }
    } catch (thrown) {
      const error = toServiceError(thrown, info.requestId);
      noteLogFacts(info.requestId, { error: error.code });
      if (isReturning(operation, "page")) {
        const { signInFor } = callers;
        return answerPageError(operation.returns, error, raw, { headers, info, signInFor });
      }
      // Only token holders have a failure log; console sessions do not.
      if (error.diagnosis.owner) {
        const sent = readSentRequest(request);
        await recordDenial("bearer", error, { requestId: info.requestId, sent });
      }
      return renderManagementError(error, info.requestId);
    }
  };
}

function isReturning<Kind extends keyof ByKind>(
  operation: RoutedOperation,
  kind: Kind,
): operation is Returning<Kind> {
  return operation.returns.kind === kind;
}

async function answerJson(
  callers: AnyCaller,
  operation: Returning<"json">,
  context: Context,
  { headers }: ApiRequest,
): Promise<Response> {
  const { caller, info, params, query, body } = context;
  const run = async () => validateResult(operation.returns, await perform(operation, context));
  const owner = callers.keyOwner?.(caller);
  const key = takesIdempotencyKey(operation) ? readIdempotencyKey(headers) : null;
  const sent = [operation.id, { params, query, body }];
  const request = { sent, run, authorizeReplay: () => authorizeReplay(operation, context) };
  const result = owner && key !== null ? await runOncePerKey(owner, key, request) : await run();
  return jsonResponse(result.status, result.body, {
    ...result.headers,
    "x-request-id": info.requestId,
  });
}

async function answerFile(
  operation: Returning<"file">,
  context: Context,
  request: ApiRequest,
): Promise<Response> {
  requireOwnPage(request);
  const file = await perform(operation, context);
  return streamedResponse(file, { method: request.method, requestId: context.info.requestId });
}

/** For HEAD: Next neither reads nor cancels the body of its response, so that a feed would never end. */
const NO_EVENTS: EventFeed = async function* () {};

async function answerEvents(
  operation: Returning<"events">,
  context: Context & Pick<LiveFacts, "authorizeAgain">,
  { method, headers }: ApiRequest,
): Promise<Response> {
  const lastEventId = headers.get("last-event-id");
  const events =
    method === "HEAD" ? NO_EVENTS : await perform(operation, { ...context, lastEventId });
  return eventStreamResponse(events, context.info.requestId);
}

/** Leads the browser where a form's result says. */
function answerPage(
  page: Page,
  destination: Destination,
  raw: RawParameters,
  headers: RequestHeaders,
): Response {
  const response =
    "page" in destination
      ? renderPage(headers, 200, destination.page)
      : redirectTo(page, destination, raw);
  for (const cookie of destination.cookies ?? []) response.headers.append("set-cookie", cookie);
  return response;
}

function redirectTo(
  page: Page,
  destination: Exclude<Destination, { page: unknown }>,
  raw: RawParameters,
): Response {
  if ("to" in destination) return redirectResponse(destination.status ?? 303, destination.to);
  const shown = "notice" in destination ? page.show?.(destination.notice) : destination.back;
  return redirectResponse(303, pathOfForm(page, raw) + (shown ?? ""));
}

/** Shows an error of a form: at sign-in if the session has ended, as a notice on the form's page, or as a page. */
export function answerPageError(
  page: Page,
  error: ServiceError,
  raw: RawParameters,
  of: { headers: RequestHeaders; info: RequestInfo } & Pick<CallerKind<never>, "signInFor">,
): Response {
  const formPath = pathOfForm(page, raw);
  if (error.code === "unauthenticated" && of.signInFor) {
    return redirectResponse(303, of.signInFor(formPath));
  }
  const notice = noticeOf(page, error);
  if (notice !== null) return redirectTo(page, { notice }, raw);
  return renderPage(of.headers, error.status, (t) => ({
    ...page.failure(t, formPath),
    error,
    requestId: of.info.requestId,
  }));
}

function noticeOf(page: Page, error: ServiceError): string | null {
  if (error instanceof InvalidFormError) return page.invalid ?? null;
  return page.noticeOf?.(error) ?? null;
}

function pathOfForm({ on }: Page, raw: RawParameters): string {
  return on.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(raw[name])));
}

/** Validates the result of an operation against its schema. A PUT that created something returns 201. */
function validateResult(
  { status, schema }: Json,
  { isNew, body, headers }: JsonResult<Json["schema"]>,
): { status: number; body: unknown; headers: Record<string, string> } {
  return { status: isNew ? 201 : status, body: schema.parse(body), headers: headers ?? {} };
}

/** The decoded parameters of a path that matches a template; malformed encodings stay as sent. */
function readPathParameters(template: string, url: string): Record<string, string> {
  const sentSegments = new URL(url).pathname.split("/");
  const parameters: Record<string, string> = {};
  for (const [at, segment] of template.split("/").entries()) {
    const sent = sentSegments[at] ?? "";
    if (segment.startsWith("{")) parameters[segment.slice(1, -1)] = decodePercent(sent) ?? sent;
  }
  return parameters;
}

/** Uploads that a process handles at once. Each is in memory until stored; the size limit bounds what all may take. */
export const MAX_UPLOADS = 16;
/** The maximum for one person, client, or service key. */
export const MAX_UPLOADS_OF_CALLER = 2;

const RETRY_SECONDS = 5;
const NEXT = `Try again in ${RETRY_SECONDS} seconds.`;

const uploadSlots = slots("uploads", {
  max: { slots: MAX_UPLOADS, message: `Too many images are being uploaded. ${NEXT}` },
  maxPerOwner: {
    slots: MAX_UPLOADS_OF_CALLER,
    message: `You are already uploading ${MAX_UPLOADS_OF_CALLER} images. ${NEXT}`,
  },
  retrySeconds: RETRY_SECONDS,
});

/**
 * Handles a request. Only a few uploads run at once, so that they cannot exhaust the memory, and one caller cannot keep
 * out the others. @throws ServiceError temporarily_unavailable with Retry-After if there are too many
 */
export async function inUploadSlot<T>(
  { upload }: Pick<RoutedOperation, "upload">,
  caller: string,
  handle: () => Promise<T>,
): Promise<T> {
  if (!upload) return handle();
  const release = uploadSlots.acquire(caller);
  try {
    return await handle();
  } finally {
    release();
  }
}

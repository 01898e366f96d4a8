import { type Caller, MissingPermissionError, requirePermission } from "@/lib/access/caller";
import type { CallContext, OperationContext } from "@/lib/access/operation-context";
import { answerContract } from "@/lib/api/answer-contract";
import { type ApiAccess, organizationAccess } from "@/lib/api/api-access";
import { inUploadSlot } from "@/lib/api/upload-slots";
import { requestLocale } from "@/lib/i18n/request-locale";
import { answerOnce } from "@/lib/idempotency/answer-once";
import { readIdempotencyKey } from "@/lib/idempotency/idempotency-key";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import {
  type Contract,
  type ContractOutput,
  type OperationContract,
  takesIdempotencyKey,
} from "@/lib/kernel/http/contract";
import { type EventFeed, eventStreamResponse } from "@/lib/kernel/http/event-stream";
import { parseInput } from "@/lib/kernel/http/parse-input";
import { readPathParameters } from "@/lib/kernel/http/path-parameters";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { type StreamedFile, streamedResponse } from "@/lib/kernel/http/streamed-file";
import { authenticateCaller } from "@/lib/oauth/bearer/authenticate-caller";
import { recordDenial } from "@/lib/oauth/events/record-denial";
import { readSentRequest } from "@/lib/oauth/events/sent-request";

type Handler = (request: ApiRequest) => Promise<Response>;

/**
 * Turns a contract and its operation into a handler that authenticates, authorizes, parses, runs the operation,
 * validates the response against its schema and renders errors.
 * @param access of the API that the operation belongs to
 */
export function handle<C extends OperationContract, Who>(
  access: ApiAccess<C, Who>,
  contract: C,
  operation: (context: CallContext<C, Who>) => Promise<ContractOutput<C>>,
): Handler {
  return toHandler(access, contract, async (context, request) => {
    const { caller, info, params, query, body } = context;
    const run = async () => answerContract(contract, await operation(context));
    const key = takesIdempotencyKey(contract) ? readIdempotencyKey(request.headers) : null;
    const sent = [contract.operationId, { params, query, body }];
    const answer =
      key === null ? await run() : await answerOnce(access.keyOwner(caller), key, sent, run);
    return jsonResponse(answer.status, answer.body, {
      ...answer.headers,
      "x-request-id": info.requestId,
    });
  });
}

/** Like {@link handle}, for an operation that returns a file. */
export function handleFile<C extends OperationContract, Who>(
  access: ApiAccess<C, Who>,
  contract: C,
  operation: (context: CallContext<C, Who>) => Promise<StreamedFile>,
): Handler {
  return toHandler(access, contract, async (context, { method }) =>
    streamedResponse(await operation(context), { method, requestId: context.info.requestId }),
  );
}

/** What an operation receives that sends events until its caller leaves. */
export type LiveContext<C extends Contract> = OperationContext<C> & {
  /** The Last-Event-ID header as sent, or null. */
  lastEventId: string | null;
  /** Checks the caller again as at the beginning. @throws ServiceError when access has ended */
  authorizeAgain: () => Promise<void>;
};

/** For HEAD: Next neither reads nor cancels the body of its response, so that a feed would never end. */
const NO_EVENTS: EventFeed = async function* () {};

/** Like {@link handle}, for an operation that sends events until its caller leaves. */
export function handleLive<C extends Contract>(
  contract: C,
  operation: (context: LiveContext<C>) => Promise<EventFeed>,
): Handler {
  return toHandler<C, Caller>(organizationAccess, contract, async (context, request) => {
    const lastEventId = request.headers.get("last-event-id");
    const authorizeAgain = async () => {
      const caller = await authenticateCaller(request, context.caller.organizationId);
      requirePermission(caller, contract.permission);
    };
    const events =
      request.method === "HEAD"
        ? NO_EVENTS
        : await operation({ ...context, lastEventId, authorizeAgain });
    return eventStreamResponse(events, context.info.requestId);
  });
}

function toHandler<C extends OperationContract, Who>(
  access: ApiAccess<C, Who>,
  contract: C,
  answer: (context: CallContext<C, Who>, request: ApiRequest) => Promise<Response>,
): Handler {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    const { headers } = request;
    try {
      const raw = readPathParameters(contract.path, request.url);
      const caller = await access.authenticate(request, raw);
      const context = {
        caller,
        ifMatch: headers.get("if-match"),
        ifNoneMatch: headers.get("if-none-match"),
        cookie: headers.get("cookie"),
        locale: requestLocale(headers),
        info,
      };
      try {
        access.authorize(caller, contract, raw);
        return await inUploadSlot(contract, access.keyOwner(caller).actor, async () =>
          answer({ ...(await parseInput(contract, request, raw)), ...context }, request),
        );
      } catch (thrown) {
        if (thrown instanceof MissingPermissionError) {
          await access.recordDenial(caller, info, {
            operation: contract.operationId,
            permission: thrown.permission,
            clientId: typeof raw.client_id === "string" ? raw.client_id : undefined,
          });
        }
        throw access.explain ? await access.explain(thrown, caller, raw) : thrown;
      }
    } catch (thrown) {
      const error = toServiceError(thrown, info.requestId);
      // Only token holders have a failure log; console sessions do not.
      if (error.diagnosis.owner) {
        const sent = readSentRequest(request);
        await recordDenial("bearer", error, { requestId: info.requestId, sent });
      }
      return renderManagementError(error, info.requestId);
    }
  };
}

import { type Caller, MissingPermissionError, requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { answerContract } from "@/lib/api/answer-contract";
import { inUploadSlot } from "@/lib/api/upload-slots";
import { recordDeniedAccess } from "@/lib/audit/record-denied-access";
import { explainMissingClient } from "@/lib/clients/explain-missing-client";
import { NoSuchClientError } from "@/lib/clients/no-such-client";
import { requestLocale } from "@/lib/i18n/request-locale";
import { answerOnce } from "@/lib/idempotency/answer-once";
import { readIdempotencyKey } from "@/lib/idempotency/idempotency-key";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import {
  type Contract,
  type ContractOutput,
  takesIdempotencyKey,
} from "@/lib/kernel/http/contract";
import { type EventFeed, eventStreamResponse } from "@/lib/kernel/http/event-stream";
import { parseInput } from "@/lib/kernel/http/parse-input";
import { readPathParameters } from "@/lib/kernel/http/path-parameters";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/kernel/http/request-info";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { type StreamedFile, streamedResponse } from "@/lib/kernel/http/streamed-file";
import { authenticateCaller } from "@/lib/oauth/bearer/authenticate-caller";
import { recordDenial } from "@/lib/oauth/events/record-denial";
import { readSentRequest } from "@/lib/oauth/events/sent-request";

type Handler = (request: ApiRequest) => Promise<Response>;

/**
 * Turns a contract and its operation into a handler that authenticates, authorizes, parses, runs the operation,
 * validates the response against its schema and renders errors.
 */
export function handle<C extends Contract>(
  contract: C,
  operation: (context: OperationContext<C>) => Promise<ContractOutput<C>>,
): Handler {
  return toHandler(contract, async (context, request) => {
    const { caller, info, params, query, body } = context;
    const run = async () => answerContract(contract, await operation(context));
    const key = takesIdempotencyKey(contract) ? readIdempotencyKey(request.headers) : null;
    const sent = [contract.operationId, { params, query, body }];
    const answer = key === null ? await run() : await answerOnce(caller, key, sent, run);
    return jsonResponse(answer.status, answer.body, {
      ...answer.headers,
      "x-request-id": info.requestId,
    });
  });
}

/** Like {@link handle}, for an operation that returns a file. */
export function handleFile<C extends Contract>(
  contract: C,
  operation: (context: OperationContext<C>) => Promise<StreamedFile>,
): Handler {
  return toHandler(contract, async (context, { method }) =>
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
  return toHandler(contract, async (context, request) => {
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

function toHandler<C extends Contract>(
  contract: C,
  answer: (context: OperationContext<C>, request: ApiRequest) => Promise<Response>,
): Handler {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    try {
      const raw = readPathParameters(contract.path, request.url);
      const caller = await authenticateCaller(request, String(raw.organization_id));
      const ifMatch = request.headers.get("if-match");
      const cookie = request.headers.get("cookie");
      return await reportDenials({ caller, info, contract, raw }, async () => {
        requirePermission(caller, contract.permission);
        const locale = requestLocale(request.headers);
        return inUploadSlot(contract, async () => {
          const input = await parseInput(contract, request, raw);
          return answer({ ...input, caller, ifMatch, cookie, locale, info }, request);
        });
      });
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

type Attempt = {
  caller: Caller;
  info: RequestInfo;
  contract: Contract;
  raw: Record<string, unknown>;
};

/** Runs `work`. Records a missing permission in the audit log, and explains a missing client that was deleted. */
async function reportDenials<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { caller, info, contract, raw } = attempt;
    if (thrown instanceof NoSuchClientError) {
      throw await explainMissingClient(thrown, caller.organizationId, String(raw.client_id));
    }
    if (thrown instanceof MissingPermissionError) {
      await recordDeniedAccess(caller, info, {
        operation: contract.operationId,
        permission: thrown.permission,
        clientId: typeof raw.client_id === "string" ? raw.client_id : undefined,
      });
    }
    throw thrown;
  }
}

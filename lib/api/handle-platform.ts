import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { answerContract } from "@/lib/api/answer-contract";
import { inUploadSlot } from "@/lib/api/upload-slots";
import { requestLocale } from "@/lib/i18n/request-locale";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import type { ContractOutput, PlatformContract } from "@/lib/kernel/http/contract";
import { parseInput } from "@/lib/kernel/http/parse-input";
import { readPathParameters } from "@/lib/kernel/http/path-parameters";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { type StreamedFile, streamedResponse } from "@/lib/kernel/http/streamed-file";
import { authenticatePlatformCaller } from "@/lib/service-keys/authenticate-platform-caller";

type Handler = (request: ApiRequest) => Promise<Response>;

/**
 * Turns a contract of the platform's API and its operation into a handler that authenticates, authorizes, parses, runs
 * the operation, validates the response against its schema and renders errors.
 */
export function handlePlatform<C extends PlatformContract>(
  contract: C,
  operation: (context: PlatformContext<C>) => Promise<ContractOutput<C>>,
): Handler {
  return toHandler(contract, async (context) => {
    const { status, body, headers } = answerContract(contract, await operation(context));
    return jsonResponse(status, body, { ...headers, "x-request-id": context.info.requestId });
  });
}

/** Like {@link handlePlatform}, for an operation that returns a file. */
export function handlePlatformFile<C extends PlatformContract>(
  contract: C,
  operation: (context: PlatformContext<C>) => Promise<StreamedFile>,
): Handler {
  return toHandler(contract, async (context, { method }) =>
    streamedResponse(await operation(context), { method, requestId: context.info.requestId }),
  );
}

function toHandler<C extends PlatformContract>(
  contract: C,
  answer: (context: PlatformContext<C>, request: ApiRequest) => Promise<Response>,
): Handler {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    try {
      const caller = await authenticatePlatformCaller(request);
      requirePlatformPermission(caller, contract.platformPermission);
      const raw = readPathParameters(contract.path, request.url);
      const locale = requestLocale(request.headers);
      const ifNoneMatch = request.headers.get("if-none-match");
      return await inUploadSlot(contract, async () => {
        const input = await parseInput(contract, request, raw);
        return answer({ ...input, caller, ifNoneMatch, locale, info }, request);
      });
    } catch (thrown) {
      return renderManagementError(toServiceError(thrown, info.requestId), info.requestId);
    }
  };
}

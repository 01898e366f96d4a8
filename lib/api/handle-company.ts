import type { CompanyContext } from "@/lib/access/operation-context";
import { answerContract } from "@/lib/api/answer-contract";
import { authenticateCompanyCaller } from "@/lib/companies/authenticate-company-caller";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import type { CompanyContract, ContractOutput } from "@/lib/kernel/http/contract";
import { parseInput } from "@/lib/kernel/http/parse-input";
import { readPathParameters } from "@/lib/kernel/http/path-parameters";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { type StreamedFile, streamedResponse } from "@/lib/kernel/http/streamed-file";
import { readCompanyId } from "@/lib/kernel/schemas/id-forms";

type Handler = (request: ApiRequest) => Promise<Response>;

/**
 * Turns a contract about one company and its operation into a handler that authenticates, parses, runs the operation,
 * validates the response against its schema and renders errors. The operation authorizes.
 */
export function handleCompany<C extends CompanyContract>(
  contract: C,
  operation: (context: CompanyContext<C>) => Promise<ContractOutput<C>>,
): Handler {
  return toHandler(contract, async (context) => {
    const { status, body, headers } = answerContract(contract, await operation(context));
    return jsonResponse(status, body, { ...headers, "x-request-id": context.info.requestId });
  });
}

/** Like {@link handleCompany}, for an operation that returns a file. */
export function handleCompanyFile<C extends CompanyContract>(
  contract: C,
  operation: (context: CompanyContext<C>) => Promise<StreamedFile>,
): Handler {
  return toHandler(contract, async (context, { method }) =>
    streamedResponse(await operation(context), { method, requestId: context.info.requestId }),
  );
}

function toHandler<C extends CompanyContract>(
  contract: C,
  answer: (context: CompanyContext<C>, request: ApiRequest) => Promise<Response>,
): Handler {
  return async (request) => {
    const info = readRequestInfo(request.headers);
    try {
      const raw = readPathParameters(contract.path, request.url);
      const caller = await authenticateCompanyCaller(
        request,
        readCompanyId(String(raw.company_id)),
      );
      const input = await parseInput(contract, request, raw);
      return await answer({ ...input, caller, info }, request);
    } catch (thrown) {
      return renderManagementError(toServiceError(thrown, info.requestId), info.requestId);
    }
  };
}

import { authenticateCaller } from "@/lib/auth/authenticate-caller";
import { type Caller, requirePermission } from "@/lib/auth/caller";
import { ServiceError } from "@/lib/errors";
import {
  type Contract,
  type ContractInput,
  type ContractOutput,
  takesIdempotencyKey,
} from "@/lib/http/contract";
import { parseInput } from "@/lib/http/parse-input";
import { renderManagementError, toServiceError } from "@/lib/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/http/request-info";
import { jsonResponse } from "@/lib/http/responses";
import { answerOnce } from "@/lib/idempotency/answer-once";
import { readIdempotencyKey } from "@/lib/idempotency/idempotency-key";

/** What a verb of the management API works on. */
export type VerbContext<C extends Contract> = ContractInput<C> & {
  caller: Caller;
  /** The If-Match header as sent, or null. */
  ifMatch: string | null;
  info: RequestInfo;
};

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/**
 * A route handler from a contract and its verb: authenticates, authorizes, parses, runs, checks the
 * answer against its schema and renders errors.
 */
export function handle<C extends Contract>(
  contract: C,
  verb: (context: VerbContext<C>) => Promise<ContractOutput<C>>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, { params }) => {
    const info = readRequestInfo(request.headers);
    try {
      const raw = await params;
      const caller = await authenticateCaller(request, String(raw.organization_id));
      requirePermission(caller, contract.permission);
      const input = await parseInput(contract, request, raw);
      const ifMatch = request.headers.get("if-match");
      const run = async () => {
        const { body, headers } = await verb({ ...input, caller, ifMatch, info });
        const { status, schema } = contract.success;
        return { status, body: schema.parse(body), headers: headers ?? {} };
      };
      const key = takesIdempotencyKey(contract) ? readIdempotencyKey(request.headers) : null;
      const answer =
        key === null
          ? await run()
          : await answerOnce(caller, key, [contract.operationId, input], run);
      return jsonResponse(answer.status, answer.body, {
        ...answer.headers,
        "x-request-id": info.requestId,
      });
    } catch (thrown) {
      return renderManagementError(toServiceError(thrown, info.requestId), info.requestId);
    }
  };
}

/** Answers the methods that a path does not have, with our body instead of Next's empty one. */
export function methodNotAllowed(allow: string): (request: Request) => Response {
  return (request) => {
    const info = readRequestInfo(request.headers);
    const error = new ServiceError(
      "method_not_allowed",
      `${request.method} is not offered here; use ${allow}.`,
      { headers: { allow } },
    );
    return renderManagementError(error, info.requestId);
  };
}

import type { z } from "zod";
import { type FieldError, ServiceError } from "@/lib/errors";
import type { Contract, ContractInput } from "@/lib/http/contract";
import { parseForm, readJson } from "@/lib/http/read-body";

// A field of an unknown name is told by that name, which a caller may have made long.
const MAX_PATH_LENGTH = 200;

/**
 * Parses path, query and body of a request by its contract.
 * @throws ServiceError not_found for a malformed path; invalid_request with a message per field
 */
export async function parseInput<C extends Contract>(
  contract: C,
  request: Request,
  rawParams: Record<string, unknown>,
): Promise<ContractInput<C>> {
  const params = contract.params.safeParse(rawParams);
  if (!params.success) throw new ServiceError("not_found", "There is nothing at this address.");
  const query = contract.query
    ? parsePart(contract.query, parseForm(new URL(request.url).search))
    : undefined;
  const body = contract.body ? parsePart(contract.body, await readJson(request)) : undefined;
  return asContractInput<C>({ params: params.data, query, body });
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap(describeIssue);
  const first = fields[0];
  const where = first?.path ? `${first.path}: ` : "";
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : "";
  throw new ServiceError("invalid_request", `${where}${first?.message ?? "invalid"}${more}`, {
    fields,
  });
}

function describeIssue(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...issue.path, key].join(".").slice(0, MAX_PATH_LENGTH),
    message: "is not a field of this request",
  }));
}

// Each part was parsed by the contract's own schema just above; TypeScript cannot follow the lookup.
function asContractInput<C extends Contract>(parts: {
  params: unknown;
  query: unknown;
  body: unknown;
}): ContractInput<C> {
  return parts as ContractInput<C>;
}

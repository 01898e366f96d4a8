import { newId } from "@/lib/core/crypto/ids";
import { ServiceError } from "@/lib/core/errors";
import { locales } from "@/lib/core/i18n/locales";
import { authorize } from "@/lib/operation/access";
import type {
  AnyOperation,
  Authorized,
  ContextOf,
  RequestFacts,
  ResultOf,
} from "@/lib/operation/operation";

/** The organization is the caller's own. */
type ParamsOf<O extends AnyOperation> = Omit<ContextOf<O>["params"], "organization_id"> & {
  organization_id?: string;
};

/** An operation's caller and input, and facts about a request, which pages and commands do not have. */
type CallOf<O extends AnyOperation> = Omit<
  ContextOf<O>,
  keyof RequestFacts | keyof Authorized<unknown> | "params" | Unused<O>
> &
  Partial<RequestFacts> &
  (HasParams<O> extends true ? { params: ParamsOf<O> } : { params?: ParamsOf<O> });

/** Without parameters, zod infers a record whose keys are any text. */
type HasParams<O extends AnyOperation> = string extends keyof ContextOf<O>["params"]
  ? false
  : keyof ParamsOf<O> extends "organization_id"
    ? false
    : true;

type Unused<O extends AnyOperation> = {
  [Part in "query" | "body"]: undefined extends ContextOf<O>[Part] ? Part : never;
}["query" | "body"];

/** The only way to run an operation. @throws MissingPermissionError, or what the operation throws */
export async function perform<O extends AnyOperation>(
  operation: O,
  call: CallOf<O>,
): Promise<ResultOf<O>> {
  return operation.run(authorizedContext(operation, call)) as Promise<ResultOf<O>>;
}

/** Checks that a caller may still have the response to an earlier request. @throws as {@link perform} */
export async function authorizeReplay<O extends AnyOperation>(
  operation: O,
  call: CallOf<O>,
): Promise<void> {
  await operation.authorizeReplay?.(authorizedContext(operation, call));
}

function authorizedContext<O extends AnyOperation>(operation: O, call: CallOf<O>): ContextOf<O> {
  const info = { requestId: newId(), ipAddress: null, userAgent: null };
  const noRequest: RequestFacts = {
    ifMatch: null,
    ifNoneMatch: null,
    cookie: null,
    locale: locales[0],
    info,
  };
  // The types of the caller and of each part were checked against the operation, which TypeScript cannot follow.
  const context = { ...noRequest, ...call } as object as ContextOf<O>;
  authorize(operation.access, context.caller, context.params);
  const { params = {}, query = {} }: { params?: object; query?: object } = context;
  // PostgreSQL's texts have no NUL, so whatever such an address names does not exist.
  const values: unknown[] = [...Object.values(params), ...Object.values(query)];
  if (values.some((value) => typeof value === "string" && value.includes("\0"))) {
    throw new ServiceError("not_found", "There is no resource at this address.");
  }
  return context;
}

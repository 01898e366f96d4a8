import { z } from "zod";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Locale } from "@/lib/core/i18n/locales";
import type { Access, ApiAccess, CallerOf, Callers } from "@/lib/operation/access";
import { storeCode } from "@/lib/operation/operation-code";
import type { ApiReturns, Page, Result, Returns } from "@/lib/operation/returns";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** A method and a path with `{name}` for path parameters: `GET /service/…/{client_id}`. */
type Route = `${Method} /${string}`;
type MethodOf<R extends Route> = R extends `${infer M extends Method} ${string}` ? M : never;
type PathOf<R extends Route> = R extends `${Method} ${infer Path}` ? Path : never;

/** A body that is a file of one of these media types instead of JSON; `run` receives its bytes. */
export type Upload = { types: readonly string[]; maxBytes: number };

/** Error codes that an operation returns in addition to those common to all. */
type OwnError = "conflict" | "precondition_failed" | "invalid_request" | "too_many_requests";

/** Texts for the API reference, which has no forms and no reads of our own pages. */
type Texts<Ret> = Ret extends ApiReturns
  ? { summary: string; description: string; tag: string }
  : unknown;

/**
 * An operation as the rest of the program sees it: everything but its code, which only `perform` runs. Without type
 * arguments, one of the API.
 */
export type Operation<
  Id extends string = string,
  R extends Route | undefined = Route,
  A extends Access = ApiAccess,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodObject | undefined = z.ZodObject | undefined,
  U extends Upload | undefined = Upload | undefined,
  Ret extends Returns = ApiReturns,
> = {
  id: Id;
  method: R extends Route ? MethodOf<R> : undefined;
  path: R extends Route ? PathOf<R> : undefined;
  access: A;
  params: P;
  query: Q;
  body: B;
  upload: U;
  returns: Ret;
  errors?: readonly OwnError[];
} & Texts<Ret>;

type Part = z.ZodObject | undefined;

/** An operation that answers requests: one of the API, or a form. */
export type RoutedOperation = Operation<
  string,
  Route,
  Access,
  z.ZodObject,
  Part,
  Part,
  Upload | undefined,
  ApiReturns | Page
>;

/** Any operation. One without a route is a read of our own pages. */
export type AnyOperation = Operation<
  string,
  Route | undefined,
  Access,
  z.ZodObject,
  Part,
  Part,
  Upload | undefined,
  Returns
>;

/** Facts about the request that an operation answers. */
export type RequestFacts = {
  /** The If-Match header as sent, or null. */
  ifMatch: string | null;
  /** The If-None-Match header as sent, or null. */
  ifNoneMatch: string | null;
  /** The Cookie header as sent, or null. The playground forwards it to act as the same person. */
  cookie: string | null;
  /** The language of the person who sent it, for mails. */
  locale: Locale;
  info: RequestInfo;
};

/** What only an operation that returns events receives. */
export type LiveFacts = {
  /** The Last-Event-ID header as sent, or null. */
  lastEventId: string | null;
  /** Checks the caller again as at the beginning. @throws ServiceError when access has ended */
  authorizeAgain: () => Promise<void>;
};

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parsed input of an operation. */
type Input<P, Q, B, U> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: U extends Upload ? Buffer : Parsed<B>;
};

/** What `run` receives. */
type Context<A extends Access, P, Q, B, U, Ret> = Input<P, Q, B, U> & {
  caller: CallerOf<A>;
} & RequestFacts &
  (Ret extends { kind: "events" } ? LiveFacts : unknown);

/**
 * The part of an operation's context that its helpers receive; `typeof` the operation would be circular in its file.
 */
export type CallContext<
  Kind extends keyof Callers,
  P = undefined,
  Q = undefined,
  B = undefined,
> = Input<P, Q, B, undefined> & RequestFacts & { caller: Callers[Kind] };

/** The input of an operation's code. */
export type ContextOf<O extends AnyOperation> = Context<
  O["access"],
  O["params"],
  O["query"],
  O["body"],
  O["upload"],
  O["returns"]
>;

/** The input of an operation, without its caller and the facts about the request. */
export type InputOf<O extends AnyOperation> = Input<
  O["params"],
  O["query"],
  O["body"],
  O["upload"]
>;

/** The output of an operation's code. */
export type ResultOf<O extends AnyOperation> = Result<O["returns"]>;

const NO_PARAMS = z.object({});

/**
 * Defines an operation: of the API, a form, or a read of our own pages. The endpoint table, the API reference, and the
 * types of the browser's calls derive from it. Only `perform` runs its code.
 */
export function operation<
  const Id extends string,
  A extends Access,
  Ret extends Returns,
  const R extends Route | undefined = undefined,
  P extends z.ZodObject = typeof NO_PARAMS,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodObject | undefined = undefined,
  U extends Upload | undefined = undefined,
>({
  run,
  authorizeReplay,
  route,
  ...definition
}: {
  id: Id;
  route?: R;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  upload?: U;
  returns: Ret;
  errors?: readonly OwnError[];
  run: (context: Context<A, P, Q, B, U, Ret>) => Promise<Result<Ret>>;
  /** What `run` demands of its caller beyond `access`, for the replay of a response. Throws like `run`. */
  authorizeReplay?: (context: Context<A, P, Q, B, U, Ret>) => Promise<void>;
} & Texts<Ret>): Operation<Id, R, A, P, Q, B, U, Ret> {
  const [method, path] = route?.split(" ") ?? [];
  const entry = Object.freeze({
    params: NO_PARAMS,
    ...definition,
    method,
    path,
  }) as unknown as Operation<Id, R, A, P, Q, B, U, Ret>;
  storeCode(entry, { run, authorizeReplay });
  return entry;
}

/** Whether an operation may be sent without a body. A PUT or PATCH without one would change nothing, by mistake. */
export function takesNoBody({ method, body }: Pick<RoutedOperation, "method" | "body">): boolean {
  return method === "POST" && body !== undefined && body.safeParse({}).success;
}

/** Whether an operation creates something, so that sending it twice by mistake would create two. */
export function takesIdempotencyKey({
  method,
  returns,
}: Pick<Operation, "method" | "returns">): boolean {
  return method === "POST" && returns.status === 201;
}

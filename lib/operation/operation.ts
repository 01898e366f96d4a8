import { z } from "zod";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Locale } from "@/lib/core/i18n/locales";
import type { Access, ApiAccess, CallerOf, Callers } from "@/lib/operation/access";
import type { ApiReturns, Page, Result, Returns } from "@/lib/operation/returns";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** A method and a path with `{name}` for path parameters: `GET /service/…/{client_id}`. */
type Route = `${Method} /${string}`;
type MethodOf<R> = R extends `${infer M extends Method} ${string}` ? M : undefined;
type PathOf<R> = R extends `${Method} /${infer Path}` ? `/${Path}` : undefined;

/** A body that is a file of one of these media types instead of JSON; `run` receives its bytes. */
export type Upload = { types: readonly string[]; maxBytes: number };

/** Error codes that an operation returns in addition to those common to all. */
type OwnError = "conflict" | "precondition_failed" | "invalid_request" | "too_many_requests";

/** Texts for the API reference, which has no forms and no reads of our own pages. */
type Texts<Ret> = Ret extends ApiReturns
  ? { summary: string; description: string; tag: string }
  : unknown;

/** The request that an operation answers. Without a route, the operation is a read of our own pages. */
export type RequestParts = {
  route?: Route | undefined;
  params?: z.ZodObject | undefined;
  query?: z.ZodObject | undefined;
  body?: z.ZodObject | Upload | undefined;
};

/** The request of an operation with a route. */
export type RoutedRequest = RequestParts & { route: Route };
type NoRequest = Record<never, never>;

type PartOf<Req, Name extends keyof RequestParts> = Name extends keyof Req ? Req[Name] : undefined;
type ParamsOf<Req> =
  PartOf<Req, "params"> extends undefined
    ? typeof NO_PARAMS
    : Exclude<PartOf<Req, "params">, undefined>;
type Uploaded<Body> = Body extends Upload ? Body : undefined;
type JsonBody<Body> = Body extends Upload ? undefined : Body;

/** An operation: its code, which only `perform` runs, and what derives all else. Without type arguments, the API's. */
export type Operation<
  Id extends string = string,
  A extends Access = ApiAccess,
  Req extends RequestParts = RoutedRequest,
  Ret extends Returns = ApiReturns,
> = {
  id: Id;
  method: MethodOf<PartOf<Req, "route">>;
  path: PathOf<PartOf<Req, "route">>;
  access: A;
  params: ParamsOf<Req>;
  query: PartOf<Req, "query">;
  body: JsonBody<PartOf<Req, "body">>;
  upload: Uploaded<PartOf<Req, "body">>;
  returns: Ret;
  errors?: readonly OwnError[];
  ignoresReadOnlyFields?: boolean;
} & Code<A, Req, Ret> &
  Texts<Ret>;

type Code<A extends Access, Req, Ret extends Returns> = {
  run(context: Authorized<Context<A, Req, Ret>>): Promise<Result<Ret>>;
  /** What `run` demands of its caller beyond `access`, for the replay of a response. Throws like `run`. */
  authorizeReplay?(context: Authorized<Context<A, Req, Ret>>): Promise<void>;
};

/** An operation that answers requests: one of the API, or a form. */
export type RoutedOperation = Operation<string, Access, RoutedRequest, ApiReturns | Page>;

export type AnyOperation = Operation<string, Access, RequestParts, Returns>;

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
type ParsedBody<Body> = Body extends Upload ? Buffer : Parsed<Body>;

/** The parsed input of an operation. */
type Input<Req> = {
  params: Parsed<ParamsOf<Req>>;
  query: Parsed<PartOf<Req, "query">>;
  body: ParsedBody<PartOf<Req, "body">>;
};

type Context<A extends Access, Req, Ret> = Input<Req> & {
  caller: CallerOf<A>;
} & RequestFacts &
  (Ret extends { kind: "events" } ? LiveFacts : unknown);

declare const authorized: unique symbol;

/** A context whose caller `perform` has authorized. Nothing else makes one, so that nothing else can run an operation. */
export type Authorized<C> = C & { readonly [authorized]: true };

/**
 * The part of an operation's context that its helpers receive; `typeof` the operation would be circular in its file.
 */
export type CallContext<
  Kind extends keyof Callers,
  Req extends RequestParts = NoRequest,
> = Input<Req> & RequestFacts & { caller: Callers[Kind] };

/** The input of an operation's code. */
export type ContextOf<O extends AnyOperation> = Parameters<O["run"]>[0];

/** The input of an operation, without its caller and the facts about the request. */
export type InputOf<O extends AnyOperation> = Pick<ContextOf<O>, "params" | "query" | "body">;

/** The output of an operation's code. */
export type ResultOf<O extends AnyOperation> = Awaited<ReturnType<O["run"]>>;

const NO_PARAMS = z.object({});

/**
 * Defines an operation: of the API, a form, or a read of our own pages. The endpoint table, the API reference, and the
 * types of the browser's calls derive from it. Only `perform` runs its code.
 */
export function operation<
  const Id extends string,
  A extends Access,
  Ret extends Returns,
  const Req extends RequestParts = NoRequest,
>({
  request = {} as Req,
  ...definition
}: {
  id: Id;
  request?: Req;
  access: A;
  returns: Ret;
  errors?: readonly OwnError[];
  /** Whether a body may have the fields of the response, too, so that whatever GET returned can be sent back. */
  ignoresReadOnlyFields?: boolean;
} & Code<A, Req, Ret> &
  Texts<Ret>): Operation<Id, A, Req, Ret> {
  const { route, params = NO_PARAMS, query, body } = request;
  const [method, path] = route?.split(" ") ?? [];
  const isUpload = body !== undefined && "maxBytes" in body;
  const parts = isUpload ? { upload: body } : { body };
  // The parts are those of `request`, which TypeScript cannot follow.
  return Object.freeze({
    ...definition,
    ...parts,
    method,
    path,
    params,
    query,
  }) as unknown as Operation<Id, A, Req, Ret>;
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

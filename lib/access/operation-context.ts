import type { Caller } from "@/lib/access/caller";
import type { CompanyCaller } from "@/lib/access/company-caller";
import type { PlatformCaller } from "@/lib/access/platform-caller";
import type { Locale } from "@/lib/i18n/locales";
import type {
  CompanyContract,
  Contract,
  ContractInput,
  OperationContract,
  PlatformContract,
} from "@/lib/kernel/http/contract";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/** What an operation receives: its parsed input and its caller. */
export type CallContext<C extends OperationContract, Who> = ContractInput<C> & {
  caller: Who;
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

/** What an operation of the management API receives. */
export type OperationContext<C extends Contract> = CallContext<C, Caller>;

/** What an operation of the platform's API receives. */
export type PlatformContext<C extends PlatformContract> = CallContext<C, PlatformCaller>;

/** What an operation about one company receives. */
export type CompanyContext<C extends CompanyContract> = CallContext<C, CompanyCaller>;

import type { Caller } from "@/lib/access/caller";
import type { CompanyCaller } from "@/lib/access/company-caller";
import type { PlatformCaller } from "@/lib/access/platform-caller";
import type { Locale } from "@/lib/i18n/locales";
import type {
  CompanyContract,
  Contract,
  ContractInput,
  PlatformContract,
} from "@/lib/kernel/http/contract";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/** What an operation of the management API receives: its parsed input and its caller. */
export type OperationContext<C extends Contract> = ContractInput<C> & {
  caller: Caller;
  /** The If-Match header as sent, or null. */
  ifMatch: string | null;
  /** The Cookie header as sent, or null. The playground forwards it to act as the same person. */
  cookie: string | null;
  /** The language of the person who sent it, for mails. */
  locale: Locale;
  info: RequestInfo;
};

/** What an operation of the platform's API receives: its parsed input and its caller. */
export type PlatformContext<C extends PlatformContract> = ContractInput<C> & {
  caller: PlatformCaller;
  /** The If-None-Match header as sent, or null. */
  ifNoneMatch: string | null;
  /** The language of the person who sent it, for mails. */
  locale: Locale;
  info: RequestInfo;
};

/** What an operation about one company receives: its parsed input and its caller. */
export type CompanyContext<C extends CompanyContract> = ContractInput<C> & {
  caller: CompanyCaller;
  info: RequestInfo;
};

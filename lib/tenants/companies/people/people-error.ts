import { type ErrorCode, ServiceError } from "@/lib/core/errors";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";

/** Why a company's people were not changed; the page of its people explains the notice in the person's language. */
export class PeopleError extends ServiceError {
  readonly notice: PeopleNotice;

  constructor(code: ErrorCode, notice: PeopleNotice, message: string) {
    super(code, message);
    this.notice = notice;
  }
}

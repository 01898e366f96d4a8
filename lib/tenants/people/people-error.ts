import { type ErrorCode, ServiceError } from "@/lib/core/errors";
import type { PeopleNotice } from "@/lib/tenants/people/values";

/**
 * Why the people of a company or organization were not changed. The page of a company's people explains the notice in
 * the person's language.
 */
export class PeopleError extends ServiceError {
  readonly notice: PeopleNotice;

  constructor(code: ErrorCode, notice: PeopleNotice, message: string) {
    super(code, message);
    this.notice = notice;
  }
}

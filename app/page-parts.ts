import type { Metadata } from "next";
import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";

/** What Next passes to a page. @typeParam Params names of the parameters of its path */
export interface PageProps<Params extends string = never> {
  params: Promise<Record<Params, string>>;
  searchParams: Promise<SearchParams>;
}

/** The names of fields that a form was rejected for, from the address of its page. */
export async function invalidFields({ searchParams }: Pick<PageProps, "searchParams">) {
  return new Set(
    firstValue(await searchParams, "invalid")
      .split(",")
      .filter(Boolean),
  );
}

/** The `generateMetadata` of a page whose title is a message. @param message for example `profile.title` */
export function titled(message: MessageKeys<Messages, NestedKeyOf<Messages>>, more?: Metadata) {
  return async (): Promise<Metadata> => ({ ...more, title: (await getTranslations())(message) });
}

import { z } from "zod";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { composeDay } from "@/lib/tenants/companies/diary/compose-day";
import { readDiaryTotals, readFirstUses } from "@/lib/tenants/companies/diary/repository";
import type { Diary } from "@/lib/tenants/companies/diary/values";

/** How many days with calls are on one page. */
export const DIARY_DAYS = 7;

const DAY = /^2\d{3}-\d{2}-\d{2}$/;
const AFTER_ALL = "infinity";

/**
 * What a client did for a company, by day, also after its removal. `before` is a day such as 2026-11-22, whose earlier
 * days are read; for any other text, the latest.
 */
export const readDiary = operation({
  id: "readDiary",
  access: seller(),
  params: z.object({ client_id: clientIdSchema }),
  query: z.object({ before: z.string() }),
  returns: value<Diary>(),
  async run({ caller, params: { client_id: clientId }, query: { before }, locale }) {
    const companyId = caller.company.id;
    const from = isDay(before) ? before : AFTER_ALL;
    const [totals, firstUses] = await Promise.all([
      readDiaryTotals({ companyId, clientId, before: from, days: DIARY_DAYS + 1 }),
      readFirstUses({ companyId, clientId }),
    ]);
    const names = new Set(totals.flatMap(({ scope }) => scope ?? []));
    const scopes = await describeScopes([...names], locale);
    const words = {
      locale,
      scopes: new Map(scopes.map((scope) => [scope.name, scope])),
      firstUses: new Map(firstUses.map(({ scope, firstAt }) => [scope, firstAt])),
    };
    const days = [...new Set(totals.map(({ day }) => day))];
    const pageDays = days.slice(0, DIARY_DAYS).map((day) =>
      composeDay(
        day,
        totals.filter((total) => total.day === day),
        words,
      ),
    );
    return {
      days: pageDays,
      before: days.length > pageDays.length ? (pageDays.at(-1)?.day ?? null) : null,
    };
  },
});

/** Whether a text is the name of a day. */
export function isDay(text: string): boolean {
  const date = DAY.test(text) ? new Date(text) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

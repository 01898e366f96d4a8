import { useTranslations } from "next-intl";
import { type ScopeUseHint, USE_DAYS } from "@/lib/consent/scope-use/values";
import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { Disclosure } from "../ui/disclosure";
import { Timestamp } from "../ui/timestamp";
import type { ConsentRequestView } from "./consent-request";

type ScopeChangesProps = Pick<ConsentRequestView, "changes" | "isChange" | "use" | "useDays">;

/**
 * The permissions of a request. In a change, new ones come first, those given up are named, and the rest is
 * collapsed. Permissions that the extension has or had show how it used them.
 */
export function ScopeChanges({ changes, isChange, use, useDays }: ScopeChangesProps) {
  const t = useTranslations("consent.changes");
  const uses = new Map(use.map((each) => [each.scope, each]));
  const noteOn = ({ name }: ScopeView) => {
    const hint = uses.get(name);
    return hint ? <ScopeUseNote use={hint} days={useDays} /> : null;
  };
  if (!isChange) {
    return (
      <section className="grid gap-3">
        <h2 className="text-lg">{t("first")}</h2>
        <ScopeGroups scopes={changes.added} noteOn={noteOn} />
        <RawNames scopes={changes.added} />
      </section>
    );
  }
  return (
    <div className="grid gap-6">
      {changes.added.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-lg">{t("added")}</h2>
          <ScopeGroups scopes={changes.added} />
        </section>
      ) : null}
      {changes.givenUp.length > 0 ? (
        <section className="grid gap-2">
          <h2 className="text-lg">{t("givenUp")}</h2>
          <ul className="grid gap-1 rounded border border-line border-dashed px-4 py-3 text-muted">
            {changes.givenUp.map((scope) => (
              <GivenUpScope key={scope.name} scope={scope} />
            ))}
          </ul>
        </section>
      ) : null}
      {changes.unchanged.length > 0 ? (
        <Disclosure
          summary={t("unchanged", {
            count: changes.unchanged.length,
            unused: use.filter(({ lastUsedAt }) => lastUsedAt === null).length,
          })}
        >
          <ScopeGroups scopes={changes.unchanged} noteOn={noteOn} />
        </Disclosure>
      ) : null}
      <RawNames scopes={[...changes.added, ...changes.unchanged]} />
    </div>
  );
}

function GivenUpScope({ scope }: { scope: ScopeView }) {
  const t = useTranslations("consent.changes");
  const groups = useTranslations("scopes");
  return (
    <li>
      {t.rich("givenUpOne", {
        group: (name) => <span className="font-semibold">{name}</span>,
        name: scope.group ?? groups("otherGroup"),
        words: scope.known ? scope.sentence : scope.name,
      })}
    </li>
  );
}

function RawNames({ scopes }: { scopes: readonly ScopeView[] }) {
  const t = useTranslations("consent.changes");
  return (
    <Disclosure summary={t("technicalNames")}>
      <ul className="grid gap-1 font-mono text-sm">
        {scopes.map((scope) => (
          <li key={scope.name}>
            <bdi>{scope.name}</bdi>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Says in one line how an extension used a permission. @param props.days how many days the API log covers */
function ScopeUseNote({ use, days }: { use: ScopeUseHint; days: number }) {
  const t = useTranslations("scopes.use");
  const { calls, lastUsedAt } = use;
  if (calls > 0) return t("used", { count: calls, days: USE_DAYS });
  if (!lastUsedAt) return t("none", { days });
  return t.rich("idle", { days: USE_DAYS, when: () => <Timestamp value={lastUsedAt} /> });
}

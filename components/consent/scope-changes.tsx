import { useTranslations } from "next-intl";
import { type ScopeUseHint, USE_DAYS } from "@/lib/consent/scope-use/values";
import type { ScopeChanges as Changes, KnownRequest, RequestTerms } from "@/lib/consent/values";
import { ScopeGroups } from "../scopes/scope-groups";
import { type ScopeView, saidOnce, scopesNamed } from "../scopes/scope-view";
import { Disclosure } from "../ui/disclosure";
import { Timestamp } from "../ui/timestamp";

type ScopeChangesProps = Pick<KnownRequest<ScopeView>, "changes" | "isChange"> &
  Pick<RequestTerms, "use" | "useDays">;

/** The permissions of a request, with their use. In a change, new ones come first, and those that stay are folded. */
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
            {saidOnce(changes.givenUp).map((scope) => (
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

/** Replaces the names of scopes by their descriptions. */
export function describeChanges(
  { added, unchanged, givenUp }: Changes<string>,
  scopes: readonly ScopeView[],
): Changes<ScopeView> {
  return {
    added: scopesNamed(scopes, added),
    unchanged: scopesNamed(scopes, unchanged),
    givenUp: scopesNamed(scopes, givenUp),
  };
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

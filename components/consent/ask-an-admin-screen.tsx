import { useTranslations } from "next-intl";
import type { KnownRequest } from "@/lib/consent/values";
import type { ScopeView } from "../scopes/scope-view";
import { Button } from "../ui/button";
import { FocusCard, FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { ConsentHead } from "./consent-head";
import { HomeLink } from "./ended-request";
import { ScopeChanges } from "./scope-changes";
import { UntrustedName } from "./untrusted-name";

export interface AskAnAdminScreenProps {
  request: KnownRequest<ScopeView>;
  deciders: readonly { name: string; email: string | null }[];
  /** Where the form that asks them posts to; null if this way of asking is not offered. */
  askAction: string | null;
  asked: boolean;
}

/** For staff, who may launch an extension but not decide what it may do. */
export function AskAnAdminScreen(props: AskAnAdminScreenProps) {
  const { request, deciders, askAction, asked } = props;
  const t = useTranslations("consent.askAnAdmin");
  const note = t.rich("explanation", {
    grantor: () => <UntrustedName name={request.grantorName} />,
  });
  return (
    <FocusFrame>
      <FocusCard
        head={<ConsentHead request={request} note={note} />}
        foot={
          <div className="flex flex-wrap gap-3">
            {askAction && !asked ? (
              <form action={askAction} method="post">
                <Button type="submit" variant="primary">
                  {t("ask")}
                </Button>
              </form>
            ) : null}
            <HomeLink companyId={request.companyId} variant="secondary" />
          </div>
        }
      >
        {asked ? (
          <Notice tone="success" title={t("asked")} live>
            <p>{t("waitsFor")}</p>
            <Deciders people={deciders} />
            <p>{t("afterwards")}</p>
          </Notice>
        ) : (
          <Notice title={t("whoDecides")}>
            <Deciders people={deciders} />
          </Notice>
        )}
        <ScopeChanges {...request} use={[]} useDays={0} />
      </FocusCard>
    </FocusFrame>
  );
}

function Deciders({ people }: { people: AskAnAdminScreenProps["deciders"] }) {
  return (
    <ul className="grid gap-1">
      {people.map((person) => (
        <li key={`${person.name} ${person.email}`}>
          <bdi>{person.name}</bdi>
          {person.email === null ? null : (
            <>
              ,{" "}
              <a href={`mailto:${person.email}`} className="inline-link">
                {person.email}
              </a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

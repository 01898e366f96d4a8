import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block";
import { curlCommand } from "./curl-command";
import { docsAddress } from "./docs-address";
import { findTopic } from "./openapi-document";
import { Part } from "./part";
import type { ReferenceContentsProps } from "./reference-contents";

const PROGRAMS = "createOrganizationToken";

/** The first request of a program; the reference's own example exchanges a code. */
const FIRST_REQUEST = {
  content: {
    "application/json": {
      example: { grant_type: "client_credentials", scope: "organization/clients/read" },
    },
  },
};

/** How each kind of caller authenticates, and the first command of a program. */
export function Authentication({ document, resources, choice, ids }: ReferenceContentsProps) {
  const t = useTranslations("docs.authentication");
  const topicEntry = findTopic(resources, PROGRAMS)?.entry;
  const entry = topicEntry && {
    ...topicEntry,
    operation: { ...topicEntry.operation, requestBody: FIRST_REQUEST },
  };
  const to = (topic: string) => (words: ReactNode) => (
    <a href={docsAddress(choice, topic)} className="inline-link">
      {words}
    </a>
  );
  const code = (words: ReactNode) => <code className="font-mono text-sm">{words}</code>;
  return (
    <Part title={t("title")}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <dl className="grid gap-3 [&_dt]:font-semibold">
          <div>
            <dt>{t("extensions.who")}</dt>
            <dd>
              {t.rich("extensions.how", {
                authorize: to("authorize"),
                exchange: to("createOfflineToken"),
              })}
            </dd>
          </div>
          <div>
            <dt>{t("programs.who")}</dt>
            <dd>{t.rich("programs.how", { token: to(PROGRAMS), code })}</dd>
          </div>
          <div>
            <dt>{t("platform.who")}</dt>
            <dd>{t.rich("platform.how", { token: to("createServiceToken") })}</dd>
          </div>
          <div>
            <dt>{t("people.who")}</dt>
            <dd>{t("people.how")}</dd>
          </div>
        </dl>
        {entry ? <CodeBlock label={t("example")} code={curlCommand(document, entry, ids)} /> : null}
      </div>
    </Part>
  );
}

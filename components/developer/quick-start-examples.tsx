import { useTranslations } from "next-intl";
import { CodeBlock } from "../ui/code-block";
import { Tabs } from "../ui/tabs";
import { fdkSnippet } from "./fdk-snippet";
import {
  authorizeAddress,
  curlSnippet,
  type FlowValues,
  javaSnippet,
  pythonSnippet,
  startSnippet,
} from "./quick-start-snippets";

/** The flow in four languages; each example is complete. */
export function QuickStartExamples({ values }: { values: FlowValues }) {
  const t = useTranslations("developer.quickStart.examples");
  const openButton = <OpenAuthorize values={values} />;
  return (
    <Tabs
      label={t("ways")}
      tabs={[
        {
          value: "node",
          label: t("node"),
          content: (
            <div className="grid gap-4">
              <CodeBlock
                label={t("packages")}
                code="npm i @gofynd/fdk-extension-javascript @gofynd/fdk-client-javascript cookie-parser express"
              />
              <CodeBlock label="server.mjs" code={fdkSnippet(values)} />
              <CodeBlock label={t("start")} code="node --env-file=.env server.mjs" />
              <p className="text-muted text-sm">{t("inMemory")}</p>
            </div>
          ),
        },
        {
          value: "curl",
          label: "curl",
          content: (
            <div className="grid gap-4">
              {openButton}
              <CodeBlock label={t("requests")} code={curlSnippet(values)} />
            </div>
          ),
        },
        {
          value: "python",
          label: "Python",
          content: (
            <div className="grid gap-4">
              {openButton}
              <CodeBlock label="first_token.py" code={pythonSnippet(values)} />
              <CodeBlock label={t("start")} code={startSnippet("python3 first_token.py", values)} />
            </div>
          ),
        },
        {
          value: "java",
          label: "Java",
          content: (
            <div className="grid gap-4">
              {openButton}
              <CodeBlock label="FirstToken.java" code={javaSnippet(values)} />
              <CodeBlock label={t("start")} code={startSnippet("java FirstToken.java", values)} />
            </div>
          ),
        },
      ]}
    />
  );
}

function OpenAuthorize({ values }: { values: FlowValues }) {
  const t = useTranslations("developer.quickStart.examples");
  return (
    <div className="grid gap-2">
      <p>{t.rich("openAddress", { code: (name) => <code className="font-mono">{name}</code> })}</p>
      <CodeBlock label={t("authorize")} code={authorizeAddress(values)} />
    </div>
  );
}

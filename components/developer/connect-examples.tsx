import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block";
import { Tabs } from "../ui/tabs";

/** The commands and programs with the client's values. */
export type ExampleCode = Readonly<
  Record<
    | "env"
    | "check"
    | "script"
    | "authorize"
    | "node"
    | "curl"
    | "python"
    | "startPython"
    | "java"
    | "startJava",
    string
  >
> & { pathToReplace: string | null };

/** The flow in four languages; each example is complete. */
export function ConnectExamples({ examples }: { examples: ExampleCode }) {
  const t = useTranslations("developer.examples");
  const code = (words: ReactNode) => <code className="font-mono">{words}</code>;
  const { authorize, pathToReplace } = examples;
  const program = (value: string, label: string, file: string, text: string, start?: string) => ({
    value,
    label,
    content: (
      <div className="grid gap-4">
        <p>{t.rich("openAddress", { code })}</p>
        <CodeBlock label={t("authorize")} code={authorize} />
        <CodeBlock label={file} code={text} />
        {start ? <CodeBlock label={t("start")} code={start} /> : null}
      </div>
    ),
  });
  const node = (
    <div className="grid gap-4">
      <CodeBlock label="server.mjs" code={examples.node} />
      <CodeBlock label={t("start")} code={START_NODE} />
      <p className="text-muted text-sm">{t("inMemory")}</p>
    </div>
  );
  return (
    <>
      {pathToReplace ? <p>{t.rich("replacePath", { path: () => code(pathToReplace) })}</p> : null}
      <Tabs
        label={t("ways")}
        tabs={[
          { value: "node", label: t("node"), content: node },
          program("curl", "curl", t("requests"), examples.curl),
          program("python", "Python", "first_token.py", examples.python, examples.startPython),
          program("java", "Java", "FirstToken.java", examples.java, examples.startJava),
        ]}
      />
    </>
  );
}

const START_NODE = `npm i @gofynd/fdk-extension-javascript @gofynd/fdk-client-javascript cookie-parser express
node --env-file=.env server.mjs`;

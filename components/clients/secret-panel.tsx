"use client";

import { useTranslations } from "next-intl";
import {
  detailsSnippet,
  envSnippet,
  firstTokenSnippet,
  kubernetesSnippet,
  type SnippetValues,
} from "@/lib/core/snippets/client-snippets";
import { SecretFrame, type SecretFrameProps } from "../secrets/secret-frame";
import { CodeBlock } from "../ui/code-block";

export interface SecretPanelProps
  extends Pick<SecretFrameProps, "title" | "isNew" | "doneLabel" | "onDone"> {
  values: SnippetValues;
  /** Name of the client in a Kubernetes Secret. */
  slug: string;
}

/** A secret of a client in full, with what the client needs to start. */
export function SecretPanel({ values, slug, ...frame }: SecretPanelProps) {
  const t = useTranslations("client.secretPanel");
  return (
    <SecretFrame
      {...frame}
      note={t(frame.isNew ? "storeNew" : "storeShown")}
      clientId={values.clientId}
      secret={values.secret}
      formats={[
        {
          value: "env",
          label: ".env",
          content: <CodeBlock label=".env" code={envSnippet(values)} />,
        },
        {
          value: "curl",
          label: "curl",
          content: (
            <div className="grid gap-3">
              <CodeBlock label={t("check")} code={detailsSnippet(values)} />
              <CodeBlock label={t("firstToken")} code={firstTokenSnippet(values)} />
            </div>
          ),
        },
        {
          value: "kubernetes",
          label: "Kubernetes",
          content: (
            <CodeBlock label={t("kubernetesSecret")} code={kubernetesSnippet(values, slug)} />
          ),
        },
      ]}
    />
  );
}

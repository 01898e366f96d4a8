"use client";

import { useTranslations } from "next-intl";
import { envLine } from "@/lib/core/snippets/env-line";
import { shellQuoted } from "@/lib/core/snippets/shell-quoted";
import { SecretFrame } from "../../secrets/secret-frame";
import { CodeBlock } from "../../ui/code-block";

export interface KeySecretPanelProps {
  title: string;
  clientId: string;
  secret: string;
  /** Where tokens come from, without a slash at the end. */
  clusterUrl: string;
  /** False for a key of a gate, which sends its secret with each request instead of getting tokens. */
  getsTokens: boolean;
  onDone: () => void;
}

/** The new secret of a service key, which is shown only once. */
export function KeySecretPanel(props: KeySecretPanelProps) {
  const { title, clientId, secret, clusterUrl, getsTokens, onDone } = props;
  const t = useTranslations("platform.keys.secret");
  const env = [
    envLine("LATCHKEY_SERVICE_KEY", clientId),
    envLine("LATCHKEY_SERVICE_SECRET", secret),
  ].join("\n");
  const curl = getsTokens
    ? [
        `curl -u ${shellQuoted(clientId, ":", secret)} \\`,
        "  -d grant_type=client_credentials \\",
        `  ${shellQuoted(`${clusterUrl}/service/panel/authentication/v1.0/platform/oauth/token`)}`,
      ].join("\n")
    : `curl -H ${shellQuoted(`X-Gate-Key: ${secret}`)} ${shellQuoted(`${clusterUrl}/service/platform/gate/v1.0/check`)}`;
  return (
    <SecretFrame
      title={title}
      note={t("note")}
      clientId={clientId}
      secret={secret}
      formats={[
        { value: "env", label: ".env", content: <CodeBlock label=".env" code={env} /> },
        {
          value: "curl",
          label: "curl",
          content: <CodeBlock label={t(getsTokens ? "token" : "gate")} code={curl} />,
        },
      ]}
      isNew
      doneLabel={t("done")}
      onDone={onDone}
    />
  );
}

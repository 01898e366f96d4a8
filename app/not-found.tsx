import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeadEnd } from "@/components/errors/dead-end";
import { FocusFrame } from "@/components/ui/focus-frame";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.notFound");
  return { title: t("pageTitle") };
}

export default function NotFound() {
  return (
    <FocusFrame>
      <DeadEnd reason="notFound" />
    </FocusFrame>
  );
}

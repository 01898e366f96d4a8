import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/components/errors/dead-end";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.notFound");
  return { title: t("pageTitle") };
}

export default function NotFound() {
  return <NoSuchPage reason="notFound" isFramed={false} />;
}

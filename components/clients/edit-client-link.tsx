"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/button";

/** The way to the form that changes a client; not on that form itself. */
export function EditClientLink({ href }: { href: string }) {
  const t = useTranslations("shell.client");
  return usePathname() === href ? null : <LinkButton href={href}>{t("edit")}</LinkButton>;
}

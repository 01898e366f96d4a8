import type { ReactNode } from "react";
import { OrganizationFrame } from "@/app/(console)/organization-frame";

/** The frame of an organization's pages. Each page authorizes for itself. */
export default async function OrganizationLayout(props: {
  params: Promise<{ organization_id: string }>;
  children: ReactNode;
}) {
  const { organization_id: id } = await props.params;
  return <OrganizationFrame id={id}>{props.children}</OrganizationFrame>;
}

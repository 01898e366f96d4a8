import type { Metadata } from "next";
import { FocusFrame } from "@/components/ui/focus-frame";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <FocusFrame>
      <PageHeader
        title="There is no such page here"
        description="It does not exist, was deleted, or belongs to an organization or company that you are not a member of."
      />
      <div>
        <LinkButton href="/" variant="primary">
          Go to the start page
        </LinkButton>
      </div>
    </FocusFrame>
  );
}

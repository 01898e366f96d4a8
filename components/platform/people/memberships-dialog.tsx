"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { membershipsQuery } from "@/lib/api/client/platform-queries";
import type { Memberships } from "@/lib/platform/operators/schemas";
import type { UserResponse } from "@/lib/platform/users/schemas";
import { Badge } from "../../ui/badge";
import { Dialog } from "../../ui/dialog";
import { inEnglish } from "../../ui/in-english";
import { Notice } from "../../ui/notice";
import { SkeletonRows } from "../../ui/skeleton";
import { nameOf } from "./person-words";

export interface MembershipsDialogProps {
  person: UserResponse;
  onClose: () => void;
}

/** The companies and organizations that a person belongs to. */
export function MembershipsDialog({ person, onClose }: MembershipsDialogProps) {
  const t = useTranslations("platform.people.memberships");
  return (
    <Dialog open onClose={onClose} title={t("title", { name: nameOf(person) })}>
      <MembershipsOf userId={person.user_id} />
    </Dialog>
  );
}

function MembershipsOf({ userId }: { userId: string }) {
  const t = useTranslations("platform.people.memberships");
  const controls = useTranslations("shell.controls");
  const { data, error } = useQuery(membershipsQuery(userId));
  if (error) {
    return (
      <Notice tone="error" title={t("notLoaded")} live>
        <p>{inEnglish(error.message)}</p>
      </Notice>
    );
  }
  if (!data) return <SkeletonRows rows={3} label={controls("loading")} />;
  if (data.companies.length + data.organizations.length === 0) return <p>{t("none")}</p>;
  return (
    <div className="grid gap-5">
      <MembershipList
        title={t("companies")}
        places={data.companies.map((place) => ({ ...place, id: String(place.company_id) }))}
      />
      <MembershipList
        title={t("organizations")}
        places={data.organizations.map((place) => ({ ...place, id: place.organization_id }))}
      />
    </div>
  );
}

type Membership = Pick<Memberships["companies"][number], "name" | "role" | "source"> & {
  id: string;
};

function MembershipList({ title, places }: { title: string; places: readonly Membership[] }) {
  const t = useTranslations("platform.people.memberships");
  const roles = useTranslations("shell.roles");
  if (places.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      <ul className="divide-y divide-line rounded border border-line">
        {places.map(({ id, name, role, source }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <bdi className="wrap-anywhere font-semibold">{name}</bdi>
            <code className="wrap-anywhere font-mono text-muted text-sm">{id}</code>
            <span className="ms-auto flex flex-wrap items-center gap-2">
              {roles(role)}
              <Badge>{t(`source.${source}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ProfileNotice, ProfileSection } from "@/lib/identity/account/schemas";
import { type Page, page } from "@/lib/operation/returns";

/** What the forms in a section of the profile return. @param invalid the notice for invalid values */
export function profilePage(section: ProfileSection, invalid?: ProfileNotice): Page<ProfileNotice> {
  return page<ProfileNotice>({
    on: "/profile",
    failure: (t, href) => ({
      title: t("profile.title"),
      link: { href, label: t("profile.goOn") },
    }),
    show: (notice) => profileNotice(section, notice),
    noticeOf: ({ code }) => (code === "too_many_requests" ? "too_many_attempts" : null),
    ...(invalid && { invalid }),
  });
}

/** The query and fragment with which the profile shows a notice. */
export function profileNotice(section: ProfileSection, notice: ProfileNotice): string {
  return `?notice=${notice}&section=${section}#${section}`;
}

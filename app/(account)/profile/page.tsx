import { type PageProps, titled } from "@/app/page-parts";
import { ProfileScreen } from "@/components/profile/profile-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { firstValue } from "@/lib/core/http/search-params";
import { isEmailVerified, listSessions } from "@/lib/identity/account/profile";
import { profileNotices, profileSections } from "@/lib/identity/account/schemas";
import { describeSecondFactor } from "@/lib/identity/account/second-factor/second-factor";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { providerHref } from "@/lib/identity/sessions/sign-in-return-path";
import { perform } from "@/lib/operation/perform";
import { describeLink } from "@/lib/platform/provider/link/link";

export const generateMetadata = titled("profile.title");

/** A person's own account. */
export default async function ProfilePage(props: PageProps) {
  const query = await props.searchParams;
  const session = await requireSession("/profile");
  const caller = { session };
  const [factor, sessions, organizations, emailVerified, signIn] = await Promise.all([
    perform(describeSecondFactor, { caller }),
    perform(listSessions, { caller }),
    perform(listOrganizationMemberships, { caller }),
    perform(isEmailVerified, { caller }),
    perform(describeLink, { caller }),
  ]);
  const code = profileNotices.find((name) => name === firstValue(query, "notice"));
  const section = profileSections.find((name) => name === firstValue(query, "section"));
  const sentBy = organizations.find(({ id }) => id === firstValue(query, "required_by"));
  return (
    <Hydrated>
      <ProfileScreen
        person={{ ...session, emailVerified: emailVerified || !signIn.hasPassword }}
        signIn={{
          ...signIn,
          againHref: providerHref(sentBy ? `/organization/${sentBy.id}` : "/", "again"),
        }}
        secondFactor={{
          factor,
          requiredBy: organizations
            .filter((one) => one.requiresSecondFactor)
            .map(({ name }) => name),
        }}
        sessions={sessions}
        answer={code && section ? { code, section } : null}
        sentBy={sentBy?.name ?? null}
      />
    </Hydrated>
  );
}

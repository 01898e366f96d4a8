import { errorTexts } from "@/lib/core/i18n/error-texts";
import type { Locale } from "@/lib/core/i18n/locales";
import deActivity from "@/lib/core/i18n/messages/de/activity.json" with { type: "json" };
import deAudit from "@/lib/core/i18n/messages/de/audit.json" with { type: "json" };
import deBrand from "@/lib/core/i18n/messages/de/brand.json" with { type: "json" };
import deCalls from "@/lib/core/i18n/messages/de/calls.json" with { type: "json" };
import deCauses from "@/lib/core/i18n/messages/de/causes.json" with { type: "json" };
import deClient from "@/lib/core/i18n/messages/de/client.json" with { type: "json" };
import deClientForm from "@/lib/core/i18n/messages/de/client-form.json" with { type: "json" };
import deClientPages from "@/lib/core/i18n/messages/de/client-pages.json" with { type: "json" };
import deClientWords from "@/lib/core/i18n/messages/de/client-words.json" with { type: "json" };
import deClients from "@/lib/core/i18n/messages/de/clients.json" with { type: "json" };
import deConsent from "@/lib/core/i18n/messages/de/consent.json" with { type: "json" };
import deDeveloper from "@/lib/core/i18n/messages/de/developer.json" with { type: "json" };
import deDocs from "@/lib/core/i18n/messages/de/docs.json" with { type: "json" };
import deErrors from "@/lib/core/i18n/messages/de/errors.json" with { type: "json" };
import deEvents from "@/lib/core/i18n/messages/de/events.json" with { type: "json" };
import deExtensions from "@/lib/core/i18n/messages/de/extensions.json" with { type: "json" };
import deFirstSteps from "@/lib/core/i18n/messages/de/first-steps.json" with { type: "json" };
import deInstalled from "@/lib/core/i18n/messages/de/installed.json" with { type: "json" };
import deLogo from "@/lib/core/i18n/messages/de/logo.json" with { type: "json" };
import deMail from "@/lib/core/i18n/messages/de/mail.json" with { type: "json" };
import deMembers from "@/lib/core/i18n/messages/de/members.json" with { type: "json" };
import dePalette from "@/lib/core/i18n/messages/de/palette.json" with { type: "json" };
import dePeople from "@/lib/core/i18n/messages/de/people.json" with { type: "json" };
import dePlainPages from "@/lib/core/i18n/messages/de/plain-pages.json" with { type: "json" };
import dePlatform from "@/lib/core/i18n/messages/de/platform.json" with { type: "json" };
import deProfile from "@/lib/core/i18n/messages/de/profile.json" with { type: "json" };
import deProvider from "@/lib/core/i18n/messages/de/provider.json" with { type: "json" };
import deReview from "@/lib/core/i18n/messages/de/review.json" with { type: "json" };
import deScopes from "@/lib/core/i18n/messages/de/scopes.json" with { type: "json" };
import deShell from "@/lib/core/i18n/messages/de/shell.json" with { type: "json" };
import deSignIn from "@/lib/core/i18n/messages/de/sign-in.json" with { type: "json" };
import enActivity from "@/lib/core/i18n/messages/en/activity.json" with { type: "json" };
import enAudit from "@/lib/core/i18n/messages/en/audit.json" with { type: "json" };
import enBrand from "@/lib/core/i18n/messages/en/brand.json" with { type: "json" };
import enCalls from "@/lib/core/i18n/messages/en/calls.json" with { type: "json" };
import enCauses from "@/lib/core/i18n/messages/en/causes.json" with { type: "json" };
import enClient from "@/lib/core/i18n/messages/en/client.json" with { type: "json" };
import enClientForm from "@/lib/core/i18n/messages/en/client-form.json" with { type: "json" };
import enClientPages from "@/lib/core/i18n/messages/en/client-pages.json" with { type: "json" };
import enClientWords from "@/lib/core/i18n/messages/en/client-words.json" with { type: "json" };
import enClients from "@/lib/core/i18n/messages/en/clients.json" with { type: "json" };
import enConsent from "@/lib/core/i18n/messages/en/consent.json" with { type: "json" };
import enDeveloper from "@/lib/core/i18n/messages/en/developer.json" with { type: "json" };
import enDocs from "@/lib/core/i18n/messages/en/docs.json" with { type: "json" };
import enErrors from "@/lib/core/i18n/messages/en/errors.json" with { type: "json" };
import enEvents from "@/lib/core/i18n/messages/en/events.json" with { type: "json" };
import enExtensions from "@/lib/core/i18n/messages/en/extensions.json" with { type: "json" };
import enFirstSteps from "@/lib/core/i18n/messages/en/first-steps.json" with { type: "json" };
import enInstalled from "@/lib/core/i18n/messages/en/installed.json" with { type: "json" };
import enLogo from "@/lib/core/i18n/messages/en/logo.json" with { type: "json" };
import enMail from "@/lib/core/i18n/messages/en/mail.json" with { type: "json" };
import enMembers from "@/lib/core/i18n/messages/en/members.json" with { type: "json" };
import enPalette from "@/lib/core/i18n/messages/en/palette.json" with { type: "json" };
import enPeople from "@/lib/core/i18n/messages/en/people.json" with { type: "json" };
import enPlainPages from "@/lib/core/i18n/messages/en/plain-pages.json" with { type: "json" };
import enPlatform from "@/lib/core/i18n/messages/en/platform.json" with { type: "json" };
import enProfile from "@/lib/core/i18n/messages/en/profile.json" with { type: "json" };
import enProvider from "@/lib/core/i18n/messages/en/provider.json" with { type: "json" };
import enReview from "@/lib/core/i18n/messages/en/review.json" with { type: "json" };
import enScopes from "@/lib/core/i18n/messages/en/scopes.json" with { type: "json" };
import enShell from "@/lib/core/i18n/messages/en/shell.json" with { type: "json" };
import enSignIn from "@/lib/core/i18n/messages/en/sign-in.json" with { type: "json" };

/** The English messages by namespace: their names are what components may ask for. */
export const english = {
  docs: enDocs,
  errors: { ...enErrors, codes: errorTexts },
  clients: enClients,
  client: enClient,
  clientForm: enClientForm,
  clientPages: enClientPages,
  clientWords: enClientWords,
  activity: enActivity,
  audit: enAudit,
  calls: enCalls,
  causes: enCauses,
  consent: enConsent,
  developer: enDeveloper,
  brand: enBrand,
  logo: enLogo,
  events: enEvents,
  extensions: enExtensions,
  firstSteps: enFirstSteps,
  installed: enInstalled,
  mail: enMail,
  members: enMembers,
  profile: enProfile,
  provider: enProvider,
  signIn: enSignIn,
  palette: enPalette,
  people: enPeople,
  plainPages: enPlainPages,
  platform: enPlatform,
  review: enReview,
  scopes: enScopes,
  shell: enShell,
};

export type Messages = typeof english;

/** Every language's messages (ICU MessageFormat), one file for each part of the product. */
export const messages: Readonly<Record<Locale, Messages>> = {
  en: english,
  de: {
    docs: deDocs,
    errors: deErrors,
    clients: deClients,
    client: deClient,
    clientForm: deClientForm,
    clientPages: deClientPages,
    clientWords: deClientWords,
    activity: deActivity,
    audit: deAudit,
    calls: deCalls,
    causes: deCauses,
    consent: deConsent,
    developer: deDeveloper,
    brand: deBrand,
    logo: deLogo,
    events: deEvents,
    extensions: deExtensions,
    firstSteps: deFirstSteps,
    installed: deInstalled,
    mail: deMail,
    members: deMembers,
    profile: deProfile,
    provider: deProvider,
    signIn: deSignIn,
    palette: dePalette,
    people: dePeople,
    plainPages: dePlainPages,
    platform: dePlatform,
    review: deReview,
    scopes: deScopes,
    shell: deShell,
  },
};

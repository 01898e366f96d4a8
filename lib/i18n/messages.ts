import { errorTexts } from "@/lib/i18n/error-texts";
import type { Locale } from "@/lib/i18n/locales";
import deConsent from "@/lib/i18n/messages/de/consent.json";
import deDeveloper from "@/lib/i18n/messages/de/developer.json";
import deDocs from "@/lib/i18n/messages/de/docs.json";
import deErrors from "@/lib/i18n/messages/de/errors.json";
import deEvents from "@/lib/i18n/messages/de/events.json";
import deExtensions from "@/lib/i18n/messages/de/extensions.json";
import deMembers from "@/lib/i18n/messages/de/members.json";
import dePlainPages from "@/lib/i18n/messages/de/plain-pages.json";
import deProfile from "@/lib/i18n/messages/de/profile.json";
import deScopes from "@/lib/i18n/messages/de/scopes.json";
import deShell from "@/lib/i18n/messages/de/shell.json";
import deSignIn from "@/lib/i18n/messages/de/sign-in.json";
import enConsent from "@/lib/i18n/messages/en/consent.json";
import enDeveloper from "@/lib/i18n/messages/en/developer.json";
import enDocs from "@/lib/i18n/messages/en/docs.json";
import enErrors from "@/lib/i18n/messages/en/errors.json";
import enEvents from "@/lib/i18n/messages/en/events.json";
import enExtensions from "@/lib/i18n/messages/en/extensions.json";
import enMembers from "@/lib/i18n/messages/en/members.json";
import enPlainPages from "@/lib/i18n/messages/en/plain-pages.json";
import enProfile from "@/lib/i18n/messages/en/profile.json";
import enScopes from "@/lib/i18n/messages/en/scopes.json";
import enShell from "@/lib/i18n/messages/en/shell.json";
import enSignIn from "@/lib/i18n/messages/en/sign-in.json";

/** The English messages by namespace: their names are what components may ask for. */
export const english = {
  docs: enDocs,
  errors: { ...enErrors, codes: errorTexts },
  consent: enConsent,
  developer: enDeveloper,
  events: enEvents,
  extensions: enExtensions,
  members: enMembers,
  profile: enProfile,
  signIn: enSignIn,
  plainPages: enPlainPages,
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
    consent: deConsent,
    developer: deDeveloper,
    events: deEvents,
    extensions: deExtensions,
    members: deMembers,
    profile: deProfile,
    signIn: deSignIn,
    plainPages: dePlainPages,
    scopes: deScopes,
    shell: deShell,
  },
};

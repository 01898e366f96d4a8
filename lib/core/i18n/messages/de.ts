import audit from "@/lib/core/i18n/messages/de/audit.json" with { type: "json" };
import brand from "@/lib/core/i18n/messages/de/brand.json" with { type: "json" };
import causes from "@/lib/core/i18n/messages/de/causes.json" with { type: "json" };
import client from "@/lib/core/i18n/messages/de/client.json" with { type: "json" };
import clientFields from "@/lib/core/i18n/messages/de/client-fields.json" with { type: "json" };
import clientForm from "@/lib/core/i18n/messages/de/client-form.json" with { type: "json" };
import clientPages from "@/lib/core/i18n/messages/de/client-pages.json" with { type: "json" };
import clientWords from "@/lib/core/i18n/messages/de/client-words.json" with { type: "json" };
import clients from "@/lib/core/i18n/messages/de/clients.json" with { type: "json" };
import consent from "@/lib/core/i18n/messages/de/consent.json" with { type: "json" };
import developer from "@/lib/core/i18n/messages/de/developer.json" with { type: "json" };
import docs from "@/lib/core/i18n/messages/de/docs.json" with { type: "json" };
import errors from "@/lib/core/i18n/messages/de/errors.json" with { type: "json" };
import events from "@/lib/core/i18n/messages/de/events.json" with { type: "json" };
import extensions from "@/lib/core/i18n/messages/de/extensions.json" with { type: "json" };
import firstSteps from "@/lib/core/i18n/messages/de/first-steps.json" with { type: "json" };
import logo from "@/lib/core/i18n/messages/de/logo.json" with { type: "json" };
import mail from "@/lib/core/i18n/messages/de/mail.json" with { type: "json" };
import overview from "@/lib/core/i18n/messages/de/overview.json" with { type: "json" };
import palette from "@/lib/core/i18n/messages/de/palette.json" with { type: "json" };
import people from "@/lib/core/i18n/messages/de/people.json" with { type: "json" };
import plainPages from "@/lib/core/i18n/messages/de/plain-pages.json" with { type: "json" };
import platform from "@/lib/core/i18n/messages/de/platform.json" with { type: "json" };
import profile from "@/lib/core/i18n/messages/de/profile.json" with { type: "json" };
import provider from "@/lib/core/i18n/messages/de/provider.json" with { type: "json" };
import requests from "@/lib/core/i18n/messages/de/requests.json" with { type: "json" };
import review from "@/lib/core/i18n/messages/de/review.json" with { type: "json" };
import scopes from "@/lib/core/i18n/messages/de/scopes.json" with { type: "json" };
import settings from "@/lib/core/i18n/messages/de/settings.json" with { type: "json" };
import shell from "@/lib/core/i18n/messages/de/shell.json" with { type: "json" };
import signIn from "@/lib/core/i18n/messages/de/sign-in.json" with { type: "json" };

/** The German messages by namespace. */
export const de = {
  audit,
  brand,
  causes,
  client,
  clientFields,
  clientForm,
  clientPages,
  clientWords,
  clients,
  consent,
  developer,
  docs,
  errors,
  events,
  extensions,
  firstSteps,
  logo,
  mail,
  overview,
  palette,
  people,
  plainPages,
  platform,
  profile,
  provider,
  requests,
  review,
  scopes,
  settings,
  shell,
  signIn,
};

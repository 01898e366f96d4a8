import { z } from "zod";
import { text, textOrNull } from "@/lib/core/schemas/described";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { publicLinkSchema, supportEmailSchema } from "@/lib/core/schemas/support-contact-schemas";

const COLOR = /^#[0-9a-fA-F]{6}$/;

const color = z
  .string()
  .regex(COLOR, "must be a colour such as #14513f")
  .toLowerCase()
  .meta({ example: "#14513f" });

/** Request body of PUT; omitted fields stay the same, null restores the default. */
export const putBrandSchema = z
  .strictObject({
    product_name: plainLine(1, 60).nullable().optional().meta({
      description: "What pages and mails call this installation. Default: Latchkey.",
      example: "Acme Marketplace",
    }),
    accent_color: color.nullable().optional().meta({
      description:
        "Colour of buttons, links and the bar. Each theme gets a variant of it with enough contrast (WCAG AA).",
      example: "#14513f",
    }),
    support_email: supportEmailSchema.nullable().optional().meta({
      description: "Address at which people get help.",
      example: "support@acme.example",
    }),
    support_url: publicLinkSchema.nullable().optional().meta({
      description: "Help page: `https` on a public host.",
      example: "https://acme.example/help",
    }),
    terms_url: publicLinkSchema.nullable().optional().meta({
      description: "Terms of service: `https` on a public host.",
      example: "https://acme.example/terms",
    }),
    privacy_url: publicLinkSchema.nullable().optional().meta({
      description: "Privacy policy: `https` on a public host.",
      example: "https://acme.example/privacy",
    }),
  })
  .meta({ id: "PutBrand" });

export type PutBrandInput = z.input<typeof putBrandSchema>;

export const brandSchema = z
  .looseObject({
    product_name: text("What pages and mails call this installation.", "Acme Marketplace"),
    logo_uri: textOrNull(
      "Address of the uploaded logo; null for the default.",
      "https://auth.example.com/logos/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ),
    accent_color: textOrNull("Null for the default colours.", "#14513f"),
    support_email: textOrNull("Address at which people get help.", "support@acme.example"),
    support_url: textOrNull("Help page.", "https://acme.example/help"),
    terms_url: textOrNull("Terms of service.", "https://acme.example/terms"),
    privacy_url: textOrNull("Privacy policy.", "https://acme.example/privacy"),
  })
  .meta({ id: "Brand" });

export type BrandResponse = z.output<typeof brandSchema>;

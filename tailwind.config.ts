import type { Config } from "tailwindcss";

/**
 * Names of the design tokens. Their values, one pair per theme, are custom properties in
 * `app/globals.css`; naming only roles here keeps raw colours out of the components.
 */
export default {
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      canvas: "var(--canvas)",
      surface: "var(--surface)",
      sunken: "var(--sunken)",
      hover: "var(--hover)",
      line: "var(--line)",
      border: "var(--border)",
      ink: "var(--ink)",
      muted: "var(--muted)",
      link: "var(--link)",
      focus: "var(--focus)",
      primary: {
        DEFAULT: "var(--primary)",
        hover: "var(--primary-hover)",
        ink: "var(--primary-ink)",
      },
      brass: { DEFAULT: "var(--brass)", soft: "var(--brass-soft)" },
      bar: {
        DEFAULT: "var(--bar)",
        ink: "var(--bar-ink)",
        muted: "var(--bar-muted)",
        accent: "var(--bar-accent)",
      },
      danger: { DEFAULT: "var(--danger)", soft: "var(--danger-soft)", ink: "var(--danger-ink)" },
      warning: { DEFAULT: "var(--warning)", soft: "var(--warning-soft)" },
      info: { DEFAULT: "var(--info)", soft: "var(--info-soft)" },
      success: { DEFAULT: "var(--success)", soft: "var(--success-soft)" },
    },
    fontFamily: {
      sans: ["var(--font-sans)", "var(--font-sans-extended)", "system-ui", "sans-serif"],
      mono: ["var(--font-mono)", "ui-monospace", "monospace"],
    },
    fontSize: {
      xs: ["0.75rem", "1.125rem"],
      sm: ["0.8125rem", "1.25rem"],
      base: ["0.9375rem", "1.5rem"],
      lg: ["1.0625rem", "1.625rem"],
      xl: ["1.25rem", "1.75rem"],
      "2xl": ["1.625rem", "2rem"],
      "3xl": ["2.125rem", "2.5rem"],
    },
    borderRadius: {
      none: "0",
      sm: "0.25rem",
      DEFAULT: "0.375rem",
      lg: "0.625rem",
      full: "9999px",
    },
    boxShadow: {
      none: "none",
      panel: "var(--shadow-panel)",
      overlay: "var(--shadow-overlay)",
    },
    extend: {
      maxWidth: { page: "76rem", form: "44rem", reading: "40rem" },
    },
  },
} satisfies Config;

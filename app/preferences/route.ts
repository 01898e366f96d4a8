export { changePreferences as POST } from "@/lib/core/preferences/change-preferences";

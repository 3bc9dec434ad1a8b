export { isOn, numberOf, type SettingKey, type SettingValues, withDefaults } from './catalogue.ts'
export { settingRoutes } from './routes.ts'
export { createSettingService, readSettings, type SettingDeps, type SettingService } from './service.ts'

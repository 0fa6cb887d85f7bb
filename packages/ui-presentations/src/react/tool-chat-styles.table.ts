/** The look of `ToolChat`, beside the cards'. It fills its parent; give that a height. */
export const toolChatStyles = `
.tp-chat{
--_font:var(--tp-font,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif);
--_mono:var(--tp-mono,ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace);
--_surface:var(--tp-surface,light-dark(#fff,#17191e));
--_sunken:var(--tp-sunken,light-dark(#f1f3f6,#23262d));
--_border:var(--tp-border,light-dark(#e2e5ea,#30343d));
--_text:var(--tp-text,light-dark(#1a1e26,#e9ebef));
--_muted:var(--tp-muted,light-dark(#5a6270,#a4abb8));
--_focus:var(--tp-focus,light-dark(#1d5fbf,#8ab4ff));
--_tone:var(--_muted);
--_soft:color-mix(in oklab,var(--_tone) 9%,var(--_surface));
position:relative;display:flex;flex-direction:column;block-size:100%;min-block-size:0;min-inline-size:0;
color:var(--_text);font:400 15px/1.6 var(--_font);text-align:start}
.tp-chat :where(*){box-sizing:border-box}
.tp-chat [data-tone=warning]{--_tone:var(--tp-warning,light-dark(#855500,#efc368))}
.tp-chat [data-tone=error]{--_tone:var(--tp-error,light-dark(#b3261e,#ff9e95))}
.tp-log{position:relative;flex:1;min-block-size:0;overflow-y:auto;overscroll-behavior:contain;scrollbar-gutter:stable both-edges}
.tp-log:focus-visible{outline:2px solid var(--_focus);outline-offset:-2px}
.tp-items{display:flex;flex-direction:column;gap:16px;max-inline-size:var(--tp-chat-width,760px);margin:0 auto;padding:24px 16px}
.tp-message{min-inline-size:0;overflow-wrap:anywhere}
.tp-message>:where(p,ul,ol,pre,div){margin:0 0 12px}
.tp-message>:where(:last-child){margin-block-end:0}
.tp-message[data-from=user]{align-self:flex-end;max-inline-size:min(85%,560px);padding:9px 14px;border-radius:16px;border-end-end-radius:5px;background:var(--_sunken)}
.tp-message p{white-space:pre-wrap}
.tp-message :where(ul,ol){padding-inline-start:22px}
.tp-message li+li{margin-block-start:4px}
.tp-message .tp-heading{font-weight:600}
.tp-message code{padding:1px 5px;border-radius:5px;background:var(--_sunken);font:.88em/1.5 var(--_mono)}
.tp-message pre.tp-code{padding:12px 14px;border-radius:10px;background:var(--_sunken);font-family:var(--_mono);white-space:pre;overflow-x:auto}
.tp-message a{color:var(--_focus);text-underline-offset:3px}
.tp-scroll{overflow-x:auto}
.tp-message table{border-collapse:collapse;font-size:14px}
.tp-message :is(th,td){padding:6px 12px;border-block-end:1px solid var(--_border);text-align:start;vertical-align:top}
.tp-message th{color:var(--_muted);font-weight:550}
.tp-calls{min-inline-size:0}
.tp-reasoning{color:var(--_muted);font-size:13.5px}
.tp-reasoning summary{cursor:pointer;inline-size:fit-content;border-radius:4px}
.tp-reasoning p{margin:6px 0 0;padding-inline-start:12px;border-inline-start:2px solid var(--_border);white-space:pre-wrap;overflow-wrap:anywhere}
.tp-notice,.tp-activity{margin:0;font-size:13.5px;color:var(--_muted)}
.tp-notice[data-tone=warning],.tp-notice[data-tone=error]{padding:8px 12px;border-radius:8px;background:var(--_soft);color:var(--_tone)}
.tp-activity[data-busy]{animation:tp-breathe 1.8s ease-in-out infinite}
@keyframes tp-breathe{50%{opacity:.45}}
.tp-welcome{display:grid;gap:8px;justify-items:start}
.tp-suggestion{padding:9px 14px;border:1px solid var(--_border);border-radius:12px;background:var(--_surface);color:inherit;font:inherit;font-size:14px;text-align:start;cursor:pointer}
.tp-suggestion:hover{border-color:var(--_muted)}
.tp-suggestion:focus-visible,.tp-message [tabindex]:focus-visible,.tp-send:focus-visible,.tp-reasoning summary:focus-visible,.tp-field :focus-visible{outline:2px solid var(--_focus);outline-offset:2px}
.tp-question-card{display:grid;gap:12px;padding:14px;border:1px solid var(--_border);border-radius:10px;background:var(--_surface);font-size:14px}
.tp-question-card p{margin:0}
.tp-question-card .tp-question{font-weight:550;overflow-wrap:anywhere}
.tp-question-card .tp-button{min-block-size:32px;padding:5px 14px;border:1px solid var(--_border);border-radius:7px;background:var(--_surface);color:var(--_text);font:550 13px/1.4 var(--_font);cursor:pointer}
.tp-question-card .tp-button[data-decision=allow]{border-color:transparent;background:var(--_text);color:var(--_surface)}
.tp-question-card .tp-button:disabled{opacity:.55;cursor:default}
.tp-question-card .tp-buttons{display:flex;flex-wrap:wrap;gap:8px}
.tp-field{display:grid;gap:4px}
.tp-field label{font-size:13px;font-weight:550}
.tp-field .tp-muted{font-size:12.5px;color:var(--_muted)}
.tp-field :is(input:not([type=checkbox]),select){inline-size:100%;max-inline-size:420px;min-block-size:36px;padding:6px 10px;border:1px solid var(--_border);border-radius:8px;background:var(--_surface);color:inherit;font:inherit}
.tp-field input[type=checkbox]{inline-size:18px;block-size:18px;margin:0}
.tp-composer{display:flex;align-items:flex-end;gap:8px;inline-size:calc(100% - 32px);max-inline-size:calc(var(--tp-chat-width,760px) - 32px);margin:0 auto 16px;padding:6px 6px 6px 14px;border:1px solid var(--_border);border-radius:16px;background:var(--_surface);box-shadow:0 1px 3px rgb(0 0 0/.05)}
[dir=rtl] .tp-composer{padding:6px 14px 6px 6px}
.tp-composer:focus-within{border-color:var(--_muted)}
.tp-composer textarea{flex:1;min-inline-size:0;max-block-size:200px;padding:6px 0;border:0;outline:0;background:none;color:inherit;font:inherit;resize:none;field-sizing:content}
.tp-composer textarea::placeholder{color:var(--_muted);opacity:1}
.tp-send{display:grid;place-items:center;flex:none;inline-size:36px;block-size:36px;border:0;border-radius:11px;background:var(--_text);color:var(--_surface);cursor:pointer}
.tp-send:disabled{background:var(--_sunken);color:var(--_muted);cursor:default}
.tp-send .tp-svg{display:block;inline-size:17px;block-size:17px;fill:none;stroke:currentColor;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.tp-chat .tp-live{position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.tp-send[data-stop] .tp-svg{inline-size:13px;block-size:13px;fill:currentColor}
@media (max-width:480px){.tp-log{scrollbar-gutter:auto}.tp-items{padding:16px 8px}.tp-composer{inline-size:calc(100% - 16px);margin-block-end:8px}}
@media (prefers-reduced-motion:reduce){.tp-activity[data-busy]{animation:none}}
@media (prefers-contrast:more){.tp-chat{--_border:var(--_muted);--_muted:var(--_text)}}
@media (forced-colors:active){.tp-message[data-from=user],.tp-message pre.tp-code,.tp-send,.tp-notice{border:1px solid CanvasText}}
@media print{.tp-chat{block-size:auto}.tp-log{overflow:visible}.tp-composer{display:none}}
`

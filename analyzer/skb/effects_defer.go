package skb

const (
	workqueueH = "include/linux/workqueue.h"
	interruptH = "include/linux/interrupt.h"
	softirqC   = "kernel/softirq.c"
	timerH     = "include/linux/timer.h"
	completeC  = "kernel/sched/completion.c"
)

// deferEffects have a function of the driver called later. It finds its objects with container_of, from its argument.
func deferEffects() []Effect {
	rows := []Effect{
		row("INIT_WORK", workqueueH, Ret{}, opDefer(1, same(0))),
		row("INIT_DELAYED_WORK", workqueueH, Ret{}, opDefer(1, same(0))),
		row("tasklet_setup", softirqC, Ret{}, opDefer(1, same(0))),
		row("tasklet_init", softirqC, Ret{}, opDefer(1, same(2))),
		row("timer_setup", timerH, Ret{}, opDefer(1, same(0))),
	}
	rows = append(rows, reads(workqueueH, "queue_work schedule_work queue_delayed_work schedule_delayed_work mod_delayed_work")...)
	rows = append(rows, reads(interruptH, "tasklet_schedule tasklet_hi_schedule")...)
	return append(rows, reads(completeC, "complete complete_all wait_for_completion wait_for_completion_timeout")...)
}

package skb

const (
	workqueueH = "include/linux/workqueue.h"
	workqueueC = "kernel/workqueue.c"
	interruptH = "include/linux/interrupt.h"
	irqManageC = "kernel/irq/manage.c"
	irqDevresC = "kernel/irq/devres.c"
	softirqC   = "kernel/softirq.c"
	timerH     = "include/linux/timer.h"
	timerC     = "kernel/time/timer.c"
	hrtimerH   = "include/linux/hrtimer.h"
	hrtimerC   = "kernel/time/hrtimer.c"
	completeC  = "kernel/sched/completion.c"
	kthreadH   = "include/linux/kthread.h"
	kthreadC   = "kernel/kthread.c"
	waitH      = "include/linux/wait.h"
	cfgCoreC   = "net/wireless/core.c"
)

// deferEffects have a function of the driver called later. It finds its objects with container_of, from its argument.
// Queueing counts too, for work, timers and tasklets that were set up by an initialiser.
func deferEffects() []Effect {
	rows := []Effect{
		row("tasklet_setup", softirqC, Ret{}, opDefer(1, same(0))),
		row("tasklet_init", softirqC, Ret{}, opDefer(1, same(2))),
		row("timer_setup", timerH, Ret{}, opDefer(1, same(0))),
		row("timer_setup_on_stack", timerH, Ret{}, opDefer(1, same(0))),
		row("mod_timer", timerC, Ret{}, field("function", opDefer(0, same(0)))),
		row("add_timer", timerC, Ret{}, field("function", opDefer(0, same(0)))),
		row("hrtimer_start", hrtimerH, Ret{}, field("function", opDefer(0, same(0)))),
		row("hrtimer_start_range_ns", hrtimerC, Ret{}, field("function", opDefer(0, same(0)))),
		row("call_rcu", "kernel/rcu/tree.c", Ret{}, opDefer(1, same(0))),

		row("request_irq", interruptH, Ret{}, opDefer(1, other(), same(4))),
		row("request_threaded_irq", irqManageC, Ret{}, opDefer(1, other(), same(5)), opDefer(2, other(), same(5))),
		row("devm_request_irq", interruptH, Ret{}, opDefer(2, other(), same(5))),
		row("devm_request_threaded_irq", irqDevresC, Ret{}, opDefer(2, other(), same(6)), opDefer(3, other(), same(6))),
		row("netif_napi_add", netdeviceH, Ret{}, opDefer(2, same(1), other())),
		row("netif_napi_add_tx", netdeviceH, Ret{}, opDefer(2, same(1), other())),
		row("netif_napi_add_weight", devC, Ret{}, opDefer(2, same(1), other())),
		row("kthread_run", kthreadH, Ret{Null: true}, opDefer(0, same(1))),
		row("kthread_create", kthreadH, Ret{Null: true}, opDefer(0, same(1))),
		row("kthread_create_on_node", kthreadC, Ret{Null: true}, opDefer(0, same(1))),
		row("request_firmware_nowait", "drivers/base/firmware_loader/main.c", Ret{}, opDefer(6, other(), same(5))),
		row("devm_add_action_or_reset", "include/linux/device.h", Ret{}, opDefer(1, same(2))),
	}
	rows = append(rows, workEffects()...)
	return append(rows, deferReads()...)
}

// workEffects are work items of work queues and of a wiphy.
func workEffects() []Effect {
	rows := each(workqueueH, "INIT_WORK INIT_WORK_ONSTACK __INIT_WORK", Ret{}, opDefer(1, same(0)))
	rows = append(rows, each(workqueueH, "INIT_DELAYED_WORK INIT_DEFERRABLE_WORK INIT_DELAYED_WORK_ONSTACK INIT_RCU_WORK", Ret{}, opDefer(1, addrOf(0, "work")))...)
	rows = append(rows,
		row("schedule_work", workqueueH, Ret{}, field("func", opDefer(0, same(0)))),
		row("queue_work", workqueueH, Ret{}, field("func", opDefer(1, same(1)))),
		row("queue_work_on", workqueueC, Ret{}, field("func", opDefer(2, same(2)))),
		row("schedule_delayed_work", workqueueH, Ret{}, field("work.func", opDefer(0, addrOf(0, "work")))),
		row("queue_delayed_work", workqueueH, Ret{}, field("work.func", opDefer(1, addrOf(1, "work")))),
		row("mod_delayed_work", workqueueH, Ret{}, field("work.func", opDefer(1, addrOf(1, "work")))),
		row("ieee80211_queue_work", macUtilC, Ret{}, field("func", opDefer(1, same(1)))),
		row("ieee80211_queue_delayed_work", macUtilC, Ret{}, field("work.func", opDefer(1, addrOf(1, "work")))),
	)
	return append(rows,
		row("wiphy_work_init", cfg80211H, Ret{}, opDefer(1, other(), same(0))),
		row("wiphy_delayed_work_init", cfg80211H, Ret{}, opDefer(1, other(), addrOf(0, "work"))),
		row("wiphy_work_queue", cfgCoreC, Ret{}, field("func", opDefer(1, other(), same(1)))),
		row("wiphy_delayed_work_queue", cfgCoreC, Ret{}, field("work.func", opDefer(1, other(), addrOf(1, "work")))),
	)
}

// deferReads start, stop and wait for what was set up elsewhere.
func deferReads() []Effect {
	return readsOf(
		[2]string{workqueueC, `cancel_work_sync cancel_work cancel_delayed_work cancel_delayed_work_sync flush_work
			flush_delayed_work destroy_workqueue alloc_workqueue`},
		[2]string{workqueueH, "flush_workqueue work_pending delayed_work_pending create_singlethread_workqueue alloc_ordered_workqueue"},
		[2]string{interruptH, "tasklet_schedule tasklet_hi_schedule tasklet_disable tasklet_enable tasklet_disable_nosync"},
		[2]string{softirqC, "tasklet_kill"},
		[2]string{timerH, "timer_pending del_timer del_timer_sync"},
		[2]string{timerC, "msleep msleep_interruptible schedule_timeout round_jiffies round_jiffies_relative"},
		[2]string{hrtimerC, "hrtimer_init hrtimer_cancel hrtimer_try_to_cancel hrtimer_active"},
		[2]string{completeC, `complete complete_all completion_done wait_for_completion wait_for_completion_timeout
			wait_for_completion_interruptible wait_for_completion_interruptible_timeout wait_for_completion_killable_timeout
			try_wait_for_completion`},
		[2]string{"include/linux/completion.h", "init_completion reinit_completion"},
		[2]string{waitH, `wake_up wake_up_all wake_up_interruptible wake_up_interruptible_all init_waitqueue_head wait_event
			wait_event_timeout wait_event_interruptible wait_event_interruptible_timeout waitqueue_active`},
		[2]string{irqManageC, "free_irq synchronize_irq enable_irq disable_irq disable_irq_nosync"},
		[2]string{irqDevresC, "devm_free_irq"},
		[2]string{netdeviceH, "napi_schedule napi_schedule_irqoff napi_complete netif_napi_del napi_synchronize"},
		[2]string{devC, "napi_complete_done napi_enable napi_disable napi_schedule_prep __napi_schedule __napi_schedule_irqoff"},
		[2]string{kthreadC, "kthread_stop kthread_should_stop kthread_park kthread_unpark kthread_should_park kthread_parkme"},
		[2]string{"kernel/sched/core.c", "wake_up_process"},
		[2]string{timerC, "timer_delete timer_delete_sync timer_shutdown_sync"},
		[2]string{cfgCoreC, "wiphy_work_cancel wiphy_work_flush wiphy_delayed_work_cancel"},
	)
}
